import { asCallProblem, type CallProblem, retryCall } from '#api-client';
import type { ScanFileFields } from '#contracts';
import { fail, messageOf, newId, problem, type Result } from '#foundation';
import type { DeviceApi, StoredFile } from './device-api.ts';

const MAX_UPLOADS = 4;

/**
 * Returns the problem of a signal on disk that was deleted by another program before the upload.
 */
const unreadable = (thrown: unknown): CallProblem =>
  asCallProblem(
    problem('FILE_UNREADABLE', 'A file of the scan could not be read', messageOf(thrown), ''),
  );

/**
 * Sends files to the server, at most four at a time. Stops at the first failure, because later
 * files would leave an unnoticed gap.
 */
export class FrameStore {
  readonly #api: DeviceApi;
  readonly #retryMs: number;
  readonly #signal: AbortSignal;
  readonly #running = new Set<Promise<void>>();
  #failure: CallProblem | null = null;

  constructor(api: DeviceApi, retryMs: number, signal: AbortSignal) {
    this.#api = api;
    this.#retryMs = retryMs;
    this.#signal = signal;
  }

  /** The failure that stopped the store; null if none. */
  get failure(): CallProblem | null {
    return this.#failure;
  }

  /** Waits for a free slot and starts the upload; calls `stored` once the bytes are durable. */
  async add(
    fields: ScanFileFields,
    bytes: Uint8Array | Blob,
    stored: (file: StoredFile) => void,
  ): Promise<void> {
    while (this.#running.size >= MAX_UPLOADS) await Promise.race(this.#running);
    if (this.#failure !== null) return;
    const work: Promise<void> = this.#send(fields, bytes, stored).finally(() =>
      this.#running.delete(work),
    );
    this.#running.add(work);
  }

  /** Waits until no upload is in progress. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  async #send(
    fields: ScanFileFields,
    bytes: Uint8Array | Blob,
    stored: (file: StoredFile) => void,
  ): Promise<void> {
    const id = newId();
    const result: Result<StoredFile, CallProblem> = await retryCall(
      () => this.#api.storeFile({ ...fields, id }, bytes, this.#signal),
      this.#retryMs,
      this.#signal,
    ).catch((thrown: unknown) => fail(unreadable(thrown)));
    if (result.ok) stored(result.value);
    else this.#failure ??= result.problem;
  }
}
