import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, ok, type Problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { type DetectedLesion, detectLesions, openLesionDetector } from '../detection/index.ts';
import { locateNipple, NIPPLE_WEIGHTS, type NippleLocation } from '../nipple/index.ts';
import type { DbVolume } from '../volume-features/index.ts';
import { readDbVolume } from './read-db-volume.ts';

/** NRRD files of a volume and what to search; coverage is null when no file states it. */
export interface DetectionInput {
  readonly volume: Uint8Array;
  readonly coverage: Uint8Array | null;
  readonly lesions: boolean;
  readonly nipple: boolean;
}

export interface Detection {
  readonly geometry: VolumeGeometry;
  /** Null when lesions were not searched. */
  readonly lesions: readonly DetectedLesion[] | null;
  /** Null when the nipple was not searched or not found. */
  readonly nipple: NippleLocation | null;
}

/** Messages of the thread; the last is a result or a failure. */
export type DetectionMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'rejected'; readonly problem: Problem }
  | { readonly kind: 'threw'; readonly reason: string };

const post = (message: DetectionMessage): void => parentPort?.postMessage(message);

async function detect(input: DetectionInput): Promise<Result<Detection>> {
  const read = await readDbVolume(input.volume, input.coverage);
  if (!read.ok) return read;
  const { geometry, volume } = read.value;
  const located = input.nipple ? locateNipple(volume, NIPPLE_WEIGHTS) : null;
  const lesions = input.lesions ? await lesionsIn(volume) : null;
  return ok({ geometry, lesions, nipple: located?.ok === true ? located.value : null });
}

async function lesionsIn(volume: DbVolume): Promise<readonly DetectedLesion[]> {
  const detector = await openLesionDetector();
  try {
    return await detectLesions(volume, detector, {
      onProgress: (share) => post({ kind: 'progress', share }),
    });
  } finally {
    await detector.network.dispose();
  }
}

detect(workerData as DetectionInput).then(
  (found) =>
    post(
      found.ok
        ? { kind: 'found', detection: found.value }
        : { kind: 'rejected', problem: found.problem },
    ),
  (thrown: unknown) => post({ kind: 'threw', reason: messageOf(thrown) }),
);
