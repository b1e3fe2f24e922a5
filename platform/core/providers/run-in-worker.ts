import * as z from 'zod';
import { type CollectedProposals, MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '#findings';
import { type Clock, fail, ok, type Problem, type Result } from '#foundation';
import type { FrameInput, ProviderInput } from '../registries/definitions.ts';
import { providerTexts } from '../texts/provider-texts.ts';
import { providerProblems } from './provider-problems.ts';
import type { WorkerStart } from './worker/worker-messages.ts';

/** Number of messages after which a worker counts as flooding the page. */
const MAX_WORKER_MESSAGES = 10_000;
/** Maximum number of proposals that the worker's script sends. */
const MAX_SENT = 1_000;

/** The part of a web worker in use; replaced in tests. */
export interface ProviderWorker {
  postMessage(message: WorkerStart, transfer: Transferable[]): void;
  terminate(): void;
  addEventListener(kind: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    kind: 'error' | 'messageerror',
    listener: (event: { readonly message?: string }) => void,
  ): void;
}

/** Input of a provider of either image. */
export type WorkerInput = ProviderInput | FrameInput;

export interface WorkerRun {
  /** Id of the extension, named by problems. */
  readonly extensionId: string;
  readonly moduleUrl: string;
  /** Folder of the extension; ends with `/`. */
  readonly folderUrl: string;
  /** Its voxels or pixels and weights are transferred to the worker and can't be used afterwards. */
  readonly input: WorkerInput;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
  readonly clock: Clock;
  readonly createWorker: () => ProviderWorker;
}

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), part: z.number() }),
  z.object({
    kind: z.literal('done'),
    proposals: z.array(z.unknown()).max(MAX_SENT),
    cut: z.int().min(0),
    messages: z.array(z.string().min(1).max(MAX_MESSAGE_LENGTH)).max(MAX_MESSAGES),
  }),
  z.object({ kind: z.literal('threw'), reason: z.string() }),
]);

/**
 * Runs a provider in a worker that ends with the run. Never rejects. Problems, each naming the
 * extension: PROVIDER_TOO_SLOW, PROVIDER_FAILED, PROVIDER_FLOODED, PROVIDER_CANCELLED.
 */
export function runInWorker(run: WorkerRun): Promise<Result<CollectedProposals>> {
  const { extensionId, signal } = run;
  const { reasons } = providerTexts;
  if (signal.aborted) return Promise.resolve(fail(providerProblems.cancelled(extensionId)));
  const worker = run.createWorker();
  return new Promise((resolve) => {
    const finish = (result: Result<CollectedProposals>): void => {
      worker.terminate();
      timer.dispose();
      signal.removeEventListener('abort', cancel);
      resolve(result);
    };
    const end = (problem: Problem): void => finish(fail(problem));
    const cancel = (): void => end(providerProblems.cancelled(extensionId));
    const timer = run.clock.after(run.limitMs, () =>
      end(providerProblems.tooSlow(extensionId, run.limitMs)),
    );
    signal.addEventListener('abort', cancel, { once: true });
    let received = 0;
    worker.addEventListener('message', ({ data }) => {
      received += 1;
      if (received > MAX_WORKER_MESSAGES) return end(providerProblems.flooded(extensionId));
      const message = messageSchema.safeParse(data);
      if (!message.success)
        return end(providerProblems.failed(extensionId, reasons.invalidMessage));
      switch (message.data.kind) {
        case 'progress':
          return run.onProgress(Math.min(1, Math.max(0, message.data.part)));
        case 'threw':
          return end(providerProblems.failed(extensionId, message.data.reason));
        case 'done':
          return finish(ok(message.data));
      }
    });
    worker.addEventListener('error', ({ message }) =>
      end(providerProblems.failed(extensionId, message || reasons.workerError)),
    );
    worker.addEventListener('messageerror', () =>
      end(providerProblems.failed(extensionId, reasons.invalidMessage)),
    );
    const { moduleUrl, folderUrl, input } = run;
    const weights = input.weights === null ? [] : [input.weights.buffer];
    worker.postMessage({ moduleUrl, folderUrl, input }, [imageOf(input).buffer, ...weights]);
  });
}

const imageOf = (input: WorkerInput): Uint8Array<ArrayBuffer> =>
  input.kind === 'VOLUME' ? input.voxels : input.pixels;
