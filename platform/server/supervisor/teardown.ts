import { type Logger, messageOf } from '#foundation';

/** Stops started parts in reverse order, exactly once. */
export class Teardown {
  readonly #logger: Logger;
  readonly #steps: { readonly name: string; stop(): void | Promise<void> }[] = [];
  #running: Promise<void> | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, stop: () => void | Promise<void>): void {
    this.#steps.push({ name, stop });
  }

  /** Runs all steps; logs a failed step and continues. */
  run(): Promise<void> {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#steps.toReversed()) {
      try {
        await stop();
      } catch (thrown) {
        this.#logger.log('error', `${name} did not stop cleanly`, { reason: messageOf(thrown) });
      }
    }
  }
}
