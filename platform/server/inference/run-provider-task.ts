import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CollectedProposals, collectProposals, type FindingProvider } from '#findings';
import { MODEL_FILES, type ProviderTask } from './model-init.ts';

/** Runs a finding provider in this process. Rejects with anything that the provider throws. */
export async function runProviderTask(
  { module, input, hasWeights }: ProviderTask,
  folder: string,
): Promise<CollectedProposals> {
  const voxels = new Uint8Array(await readFile(join(folder, MODEL_FILES.voxels)));
  const weights = hasWeights
    ? new Uint8Array(await readFile(join(folder, MODEL_FILES.weights)))
    : null;
  const loaded: { readonly provider?: Partial<FindingProvider> } = await import(
    pathToFileURL(join(folder, module)).href
  );
  const { provider } = loaded;
  if (!isProvider(provider)) throw new TypeError(`${module} exports no provider with run()`);
  return collectProposals(
    provider,
    { ...input, voxels, weights },
    {
      onProgress: () => undefined,
      nowMs: () => performance.now(),
      async openOnnx(model) {
        // Loaded on demand, because most models need no runtime.
        const { openOnnx } = await import('./open-onnx.ts');
        return openOnnx(model);
      },
    },
  );
}

const isProvider = (provider: Partial<FindingProvider> | undefined): provider is FindingProvider =>
  typeof provider?.run === 'function';
