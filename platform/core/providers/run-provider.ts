import type { ApiClient } from '#api-client';
import {
  type AiRun,
  type FindingProviderContribution,
  generatorOfTask,
  type NewAiRunFields,
  type ProviderSeed,
  routes,
} from '#contracts';
import { type CheckedProposals, checkProposals } from '#findings';
import { type Clock, fail, ok, type Result } from '#foundation';
import type { VolumeReader } from '../services/images/volume-reader.ts';
import { providerInput } from './provider-input.ts';
import { providerProblems } from './provider-problems.ts';
import { type ProviderWorker, runInWorker } from './run-in-worker.ts';

/** Code and weights of a provider that runs in a worker. */
export interface WorkerCode {
  readonly moduleUrl: string;
  /** Folder of the extension; ends with `/`. */
  readonly folderUrl: string;
  /** Returns the verified weights that the manifest names, null without weights. */
  weights(signal: AbortSignal): Promise<Result<Uint8Array | null>>;
}

export interface ProviderCall {
  readonly provider: FindingProviderContribution;
  readonly extensionId: string;
  /** Code of the worker; null for a provider that the server runs or calls. */
  readonly code: WorkerCode | null;
  readonly runId: string;
  readonly scanId: string;
  readonly seed: ProviderSeed | null;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly api: ApiClient;
  /** Null while no extension opens volumes. */
  readonly volumes: VolumeReader | null;
  readonly clock: Clock;
  readonly createWorker: () => ProviderWorker;
  readonly onProgress: (part: number) => void;
  /** Called with the checked findings before they are stored. */
  readonly onStoring: (fields: Pick<Collected, 'dropped' | 'messages'>) => void;
}

/** Runs a provider, checks its proposals and stores the run. Never rejects. */
export async function runProvider(call: ProviderCall): Promise<Result<AiRun>> {
  const collected = await (call.code === null ? askServer(call) : runOnPage(call, call.code));
  if (!collected.ok) return collected;
  if (call.signal.aborted) return fail(providerProblems.cancelled(call.extensionId));
  const { provider, runId, scanId } = call;
  const body: NewAiRunFields = {
    id: runId,
    task: provider.task,
    providerId: provider.id,
    generator: generatorOfTask(provider.task),
    model: provider.model,
    ...collected.value,
  };
  call.onStoring(collected.value);
  // Not aborted any more, because a cancelled request could still have stored the run.
  return call.api.call(routes.createAiRun, { params: { scanId }, body });
}

/** The part of a run that depends on the way in which the provider ran. */
type Collected = Pick<AiRun, 'volumeFileId' | 'dropped' | 'messages'> &
  Pick<NewAiRunFields, 'findings' | 'masks'>;

async function runOnPage(call: ProviderCall, code: WorkerCode): Promise<Result<Collected>> {
  const { api, extensionId, provider, scanId, signal } = call;
  if (call.volumes === null) return fail(providerProblems.noReader(extensionId));
  const weights = await code.weights(signal);
  if (!weights.ok) return weights;
  const scan = await api.call(routes.getScan, { params: { id: scanId }, signal });
  if (!scan.ok) return scan;
  const opened = await call.volumes.open(scanId, { level: 'full', signal });
  if (!opened.ok) return opened;
  const { geometry, fileId, dynamicRangeDb } = opened.value;
  if (provider.needsDynamicRange && dynamicRangeDb === null) {
    opened.value.dispose();
    return fail(providerProblems.rangeUnknown(extensionId));
  }
  const { runId, seed } = call;
  const input = providerInput({ runId, seed, weights: weights.value }, scan.value, opened.value);
  // The worker gets a copy, so the memory of the cache is free during the run.
  opened.value.dispose();
  const { limitMs, clock, createWorker, onProgress } = call;
  const run = await runInWorker({
    extensionId,
    moduleUrl: code.moduleUrl,
    folderUrl: code.folderUrl,
    input,
    limitMs,
    signal,
    clock,
    createWorker,
    onProgress,
  });
  if (!run.ok) return run;
  const { proposals, cut, messages } = run.value;
  const generator = generatorOfTask(provider.task);
  const checked = checkProposals(proposals, geometry, generator, cut);
  return ok({ volumeFileId: fileId, ...withCopies(checked), messages: [...messages] });
}

const withCopies = ({ findings, dropped, masks }: CheckedProposals) => ({
  findings: [...findings],
  masks: [...masks],
  dropped: [...dropped],
});

/** Asks the server to run the provider, or to call its address. */
async function askServer(call: ProviderCall): Promise<Result<Collected>> {
  const { api, provider, runId, scanId, seed, signal } = call;
  const body = { providerId: provider.id, runId, seed };
  return api.call(routes.askFindingProvider, { params: { id: scanId }, body, signal });
}
