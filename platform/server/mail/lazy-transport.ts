import type { Transport } from 'nodemailer';

/** Creates the transport on the first message, so that start-up does not wait for the library. */
export class LazyTransport {
  readonly #options: Readonly<Record<string, unknown>>;
  #opened: Promise<Transport> | null = null;

  constructor(options: Readonly<Record<string, unknown>>) {
    this.#options = options;
  }

  open(): Promise<Transport> {
    this.#opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(this.#options),
    );
    return this.#opened;
  }

  close(): void {
    void this.#opened?.then((transport) => transport.close());
  }
}
