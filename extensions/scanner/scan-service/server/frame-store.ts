import type { ScanFileFields } from '#contracts';
import { fail, messageOf, newId, problem, type Result } from '#foundation';
import type { ApiClient, CallProblem, StoredFile } from './api-client.ts';
import { withRetry } from './retry.ts';

const IN_FLIGHT = 4;

/** A signal lies on disk until it is sent, and somebody may have taken it off there. */
const unreadable = (thrown: unknown): CallProblem => ({
  ...problem('FILE_UNREADABLE', 'A file of the scan is not readable', messageOf(thrown), ''),
  status: null,
});

/**
 * Sends files to the server, at most four at a time. The first failure ends it: what comes after
 * would leave a gap that nobody sees.
 */
export class FrameStore {
  readonly #api: ApiClient;
  readonly #retryMs: number;
  readonly #signal: AbortSignal;
  readonly #running = new Set<Promise<void>>();
  #failure: CallProblem | null = null;

  constructor(api: ApiClient, retryMs: number, signal: AbortSignal) {
    this.#api = api;
    this.#retryMs = retryMs;
    this.#signal = signal;
  }

  /** What made storing impossible; null while all is well. */
  get failure(): CallProblem | null {
    return this.#failure;
  }

  /** Waits for a free place and starts the upload; `stored` is called once the bytes are durable. */
  async add(
    fields: ScanFileFields,
    bytes: Uint8Array | Blob,
    stored: (file: StoredFile) => void,
  ): Promise<void> {
    while (this.#running.size >= IN_FLIGHT) await Promise.race(this.#running);
    if (this.#failure !== null) return;
    const work: Promise<void> = this.#send(fields, bytes, stored).finally(() =>
      this.#running.delete(work),
    );
    this.#running.add(work);
  }

  /** Waits until nothing is under way. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  async #send(
    fields: ScanFileFields,
    bytes: Uint8Array | Blob,
    stored: (file: StoredFile) => void,
  ): Promise<void> {
    const id = newId();
    const result: Result<StoredFile, CallProblem> = await withRetry(
      () => this.#api.storeFile({ ...fields, id }, bytes, this.#signal),
      this.#retryMs,
      this.#signal,
    ).catch((thrown: unknown) => fail(unreadable(thrown)));
    if (result.ok) stored(result.value);
    else this.#failure ??= result.problem;
  }
}
