import { generatorOfTask, routes } from '#contracts';
import { checkFrameProposals } from '#findings';
import { fail, ok, type Result } from '#foundation';
import { frameInput } from './frame-input.ts';
import {
  type CollectedRun,
  callWorker,
  type ProviderCall,
  type WorkerCode,
} from './provider-call.ts';
import { providerProblems } from './provider-problems.ts';

/**
 * Runs a provider of image FRAME on the image of its call. Problems: PROVIDER_WITHOUT_FRAME without
 * an image of the scan, PROVIDER_WITHOUT_READER, and those of the image and the worker.
 */
export async function runOnFrame(
  call: ProviderCall,
  code: WorkerCode,
): Promise<Result<CollectedRun>> {
  const { api, extensionId, provider, scanId, frame, frames, signal } = call;
  if (frame === null || frame.scanId !== scanId) return fail(providerProblems.noFrame(extensionId));
  if (frames === null) return fail(providerProblems.noReader(extensionId));
  const weights = await code.weights(signal);
  if (!weights.ok) return weights;
  const scan = await api.call(routes.getScan, { params: { id: scanId }, signal });
  if (!scan.ok) return scan;
  const opened = await frames.open({ fileId: frame.fileId }, signal);
  if (!opened.ok) return opened;
  const about = { runId: call.runId, laterality: scan.value.laterality.id, weights: weights.value };
  const run = await callWorker(call, code, frameInput(about, frame.frame, opened.value));
  if (!run.ok) return run;
  const { proposals, cut, messages } = run.value;
  const generator = generatorOfTask(provider.task);
  const { plane, frame: imageFrame, position } = frame;
  const image = { plane, frame: imageFrame, position };
  const { findings, dropped } = checkFrameProposals(proposals, image, generator, cut);
  return ok({
    volumeFileId: null,
    imageFileId: frame.fileId,
    findings: [...findings],
    dropped: [...dropped],
    messages: [...messages],
  });
}
