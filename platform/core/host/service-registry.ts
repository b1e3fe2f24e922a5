import { type Disposable, ProblemError, type Token, toDisposable } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';

/** Services by typed token, with one provider each. */
export class ServiceRegistry {
  readonly #services = new Map<string, unknown>();

  get size(): number {
    return this.#services.size;
  }

  /** Throws ProblemError `SERVICE_DUPLICATE` if the token already has a provider. */
  provide<T>(token: Token<T>, value: T): Disposable {
    if (this.#services.has(token.id)) {
      throw new ProblemError(hostProblems.serviceDuplicate(token.id));
    }
    this.#services.set(token.id, value);
    return toDisposable(() => this.#services.delete(token.id));
  }

  tryUse<T>(token: Token<T>): T | null {
    // The cast is safe, because `provide` accepts only a T for this token.
    return (this.#services.get(token.id) as T | undefined) ?? null;
  }

  /** Throws ProblemError `SERVICE_MISSING` without a provider. */
  use<T>(token: Token<T>): T {
    const service = this.tryUse(token);
    if (service === null) throw new ProblemError(hostProblems.serviceMissing(token.id));
    return service;
  }
}
