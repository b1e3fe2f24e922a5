import { type Disposable, toDisposable } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';

export interface GateLimits {
  /** Maximum concurrent transfers of an account or device. */
  readonly each: number;
  /** Maximum bytes in memory over all transfers. */
  readonly bytes: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits concurrent transfers and their bytes in this process, so that no single sender exhausts
 * the memory.
 */
export class TransferGate {
  readonly #limits: GateLimits;
  readonly #activeTransfers = new Map<string, number>();
  #bytesInUse = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Returns a slot, to be disposed at the end of the transfer, or a 429 error with reason and retry
   * time.
   */
  enter(principal: CallPrincipal, bytes: number): Disposable | ErrorResponse {
    const account = actorIdOf(principal) ?? principal.tokenId;
    const running = this.#activeTransfers.get(account) ?? 0;
    if (running >= this.#limits.each) {
      return tooMany(
        `${this.#limits.each} transfers of this account are under way; wait for one of them`,
      );
    }
    // Admits a transfer larger than the limit only while no other transfer runs.
    if (this.#bytesInUse > 0 && this.#bytesInUse + bytes > this.#limits.bytes) {
      return tooMany('The server is taking as many bytes as it can hold; try again in a moment');
    }
    this.#activeTransfers.set(account, running + 1);
    this.#bytesInUse += bytes;
    return toDisposable(() => {
      this.#bytesInUse -= bytes;
      const remaining = (this.#activeTransfers.get(account) ?? 1) - 1;
      if (remaining > 0) this.#activeTransfers.set(account, remaining);
      else this.#activeTransfers.delete(account);
    });
  }
}

const tooMany = (message: string): ErrorResponse =>
  errorResponse('TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
