import type { ProviderWorker } from '../providers/run-in-worker.ts';
import type { WorkerStart } from '../providers/worker/worker-messages.ts';

type Listener = (event: { readonly data: unknown; readonly message?: string }) => void;

/** A worker whose messages the test sends. */
export class FakeWorker implements ProviderWorker {
  readonly sent: WorkerStart[] = [];
  readonly #listeners = new Map<string, Listener>();
  terminated = 0;
  postMessage(message: WorkerStart): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.terminated += 1;
  }
  addEventListener(kind: string, listener: Listener): void {
    this.#listeners.set(kind, listener);
  }
  receive(data: unknown): void {
    this.#listeners.get('message')?.({ data });
  }
  crash(message?: string): void {
    const reason = message === undefined ? {} : { message };
    this.#listeners.get('error')?.({ data: null, ...reason });
  }
}
