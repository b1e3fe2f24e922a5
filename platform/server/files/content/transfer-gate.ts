import { type Disposable, toDisposable } from '#foundation';
import { actorIdOf, type CallPrincipal } from '../../accounts/principal.ts';
import { type Refusal, refuse } from '../../http/refusal.ts';

export interface GateLimits {
  /** Transfers of one account or device at a time. */
  readonly each: number;
  /** Bytes that all transfers together may hold in memory. */
  readonly bytes: number;
}

const RETRY_AFTER_SECONDS = 5;

/** How many bytes may be under way in this process, so that no one sender takes all its memory. */
export class TransferGate {
  readonly #limits: GateLimits;
  readonly #of = new Map<string, number>();
  #held = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** A place, to be disposed at the end; or 429 with the words that say why and when. */
  enter(principal: CallPrincipal, bytes: number): Disposable | Refusal {
    const who = actorIdOf(principal) ?? principal.tokenId;
    const running = this.#of.get(who) ?? 0;
    if (running >= this.#limits.each) {
      return tooMany(
        `${this.#limits.each} transfers of this account are under way; wait for one of them`,
      );
    }
    // One that is larger than all there is goes alone.
    if (this.#held > 0 && this.#held + bytes > this.#limits.bytes) {
      return tooMany('The server is taking as many bytes as it can hold; try again in a moment');
    }
    this.#of.set(who, running + 1);
    this.#held += bytes;
    return toDisposable(() => {
      this.#held -= bytes;
      const left = (this.#of.get(who) ?? 1) - 1;
      if (left > 0) this.#of.set(who, left);
      else this.#of.delete(who);
    });
  }
}

const tooMany = (message: string): Refusal =>
  refuse('TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
