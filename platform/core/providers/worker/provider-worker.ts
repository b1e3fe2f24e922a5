import { messageOf } from '#foundation';
import type { FindingProvider } from '../../registries/definitions.ts';
import { collectProposals } from './collect-proposals.ts';
import type { WorkerMessage, WorkerStart } from './worker-messages.ts';

/** Script of a web worker that runs one finding provider once. */
const send = (message: WorkerMessage): void => self.postMessage(message);

async function run({ moduleUrl, input }: WorkerStart): Promise<void> {
  try {
    const module: { readonly provider?: Partial<FindingProvider> } = await import(moduleUrl);
    const { provider } = module;
    if (!isProvider(provider)) throw new TypeError(`${moduleUrl} exports no provider with run()`);
    const collected = await collectProposals(provider, input, {
      onProgress: (part) => send({ kind: 'progress', part }),
      nowMs: () => performance.now(),
    });
    send({ kind: 'done', ...collected });
  } catch (thrown) {
    send({ kind: 'threw', reason: messageOf(thrown).slice(0, 1_000) });
  }
}

const isProvider = (provider: Partial<FindingProvider> | undefined): provider is FindingProvider =>
  typeof provider?.run === 'function';

self.addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void run(data), {
  once: true,
});
