import { type Logger, messageOf } from '#foundation';

/** What was started, to be stopped in the opposite order, exactly once. */
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

  /** A step that fails is told and keeps no other from running. */
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
