import { type ServerMessage, serverMessage } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';

/** Limits of concurrent transfers in a process. */
export interface GateLimits {
  /** Maximum concurrent transfers of an account or device. */
  readonly perAccount: number;
  /** Maximum bytes in memory over all transfers. */
  readonly bytes: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits the concurrent transfers of this process, by number per account or device and by bytes in
 * memory over all.
 */
export class TransferGate {
  readonly #limits: GateLimits;
  readonly #activeTransfers = new Map<string, number>();
  #bytesInUse = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Admits a transfer that needs `bytes` of memory. Returns a slot, to be disposed at the end of
   * the transfer, or an error 429 with the seconds after which to retry.
   */
  enter(principal: CallPrincipal, bytes: number): Disposable | ErrorResponse {
    const account = actorIdOf(principal) ?? principal.tokenId;
    const running = this.#activeTransfers.get(account) ?? 0;
    if (running >= this.#limits.perAccount) {
      return tooManyTransfers(
        serverMessage('TRANSFERS_OF_ACCOUNT', { count: this.#limits.perAccount }),
      );
    }
    // Admits a transfer larger than the limit only while no other transfer runs.
    if (this.#bytesInUse > 0 && this.#bytesInUse + bytes > this.#limits.bytes) {
      return tooManyTransfers(serverMessage('TRANSFERS_OF_SERVER'));
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

/** Returns an error 429 with the seconds after which to retry. */
export const tooManyTransfers = (message: ServerMessage): ErrorResponse =>
  errorResponse('TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
