import { type AiRun, generatorOfTask, type NewAiRunFields, routes } from '#contracts';
import { type CheckedProposals, checkProposals } from '#findings';
import { fail, ok, type Result } from '#foundation';
import {
  type CollectedRun,
  callWorker,
  type ProviderCall,
  type WorkerCode,
} from './provider-call.ts';
import { providerInput } from './provider-input.ts';
import { providerProblems } from './provider-problems.ts';
import { runOnFrame } from './run-on-frame.ts';

/** Runs a provider, checks its proposals and stores the run. Never rejects. */
export async function runProvider(call: ProviderCall): Promise<Result<AiRun>> {
  const collected = await collect(call);
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

function collect(call: ProviderCall): Promise<Result<CollectedRun>> {
  const { code, provider } = call;
  if (code === null) return askServer(call);
  return provider.image === 'FRAME' ? runOnFrame(call, code) : runOnVolume(call, code);
}

async function runOnVolume(call: ProviderCall, code: WorkerCode): Promise<Result<CollectedRun>> {
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
  const run = await callWorker(call, code, input);
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
async function askServer(call: ProviderCall): Promise<Result<CollectedRun>> {
  const { api, provider, runId, scanId, seed, signal } = call;
  const body = { providerId: provider.id, runId, seed };
  return api.call(routes.askFindingProvider, { params: { id: scanId }, body, signal });
}
