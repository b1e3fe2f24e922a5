import { fail, messageOf, type Problem, problem, type Result } from '#foundation';
import { segmentTexts } from '../texts/segment-texts.ts';
import { type DbVolume, dbVolume } from '../volume-features/index.ts';
import { segmentLesion } from './segment-lesion.ts';
import type { WorkerAnswer, WorkerRequest } from './segment-messages.ts';

let volume: Result<DbVolume> | null = null;

globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'volume') volume = dbVolume(data.source);
  else globalThis.postMessage(answer(data));
});

function answer({ id, prompt }: WorkerRequest & { readonly kind: 'segment' }): WorkerAnswer {
  if (volume === null) return { id, result: fail(failed(segmentTexts.failed.closed)) };
  if (!volume.ok) return { id, result: volume };
  const { seed, points, thresholdShift: thresholdShiftDb } = prompt;
  try {
    return { id, result: segmentLesion(volume.value, seed, points, { thresholdShiftDb }) };
  } catch (thrown) {
    return { id, result: fail(failed(messageOf(thrown))) };
  }
}

function failed(detail: string): Problem {
  const { title, next } = segmentTexts.failed;
  return problem('SEGMENTER_FAILED', title, detail, next);
}
