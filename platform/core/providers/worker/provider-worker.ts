import { type AnyProvider, collectProposals } from '#findings';
import { messageOf } from '#foundation';
import { closeChannels } from './close-channels.ts';
import type { WorkerMessage, WorkerStart } from './worker-messages.ts';

/** Script of a web worker that runs one finding provider once. */
const send = (message: WorkerMessage): void => self.postMessage(message);

async function run({ moduleUrl, folderUrl, input }: WorkerStart): Promise<void> {
  try {
    // Before the module of the third party, which would otherwise reach other tabs and stored data.
    const fetchOwn = closeChannels(self, folderUrl);
    const module: { readonly provider?: Partial<AnyProvider> } = await import(moduleUrl);
    const { provider } = module;
    if (!isProvider(provider)) throw new TypeError(`${moduleUrl} exports no provider with run()`);
    const collected = await collectProposals(provider, input, {
      onProgress: (part) => send({ kind: 'progress', part }),
      nowMs: () => performance.now(),
      async openOnnx(model) {
        // Loaded on demand, because most models need no runtime.
        const { openOnnx } = await import('./open-onnx.ts');
        return openOnnx(model, fetchOwn);
      },
    });
    send({ kind: 'done', ...collected });
  } catch (thrown) {
    send({ kind: 'threw', reason: messageOf(thrown).slice(0, 1_000) });
  }
}

const isProvider = (provider: Partial<AnyProvider> | undefined): provider is AnyProvider =>
  typeof provider?.run === 'function';

self.addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void run(data), {
  once: true,
});
