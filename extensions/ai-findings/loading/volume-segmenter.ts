import type { VolumeReader } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import type { WorkerAnswer, WorkerRequest } from '../segmentation/segment-messages.ts';
import type { FrameSegmenter } from '../state/frame-session.ts';
import type { OpenSegmenter, VolumeSegmenter } from '../state/segmentation-session.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { FLOOR_DB } from '../volume-features/index.ts';
import { ClickSegmenter } from './click-segmenter.ts';
import { SliceSegmenter } from './slice-segmenter.ts';

/** The fit compares levels down to this range below full scale. */
const MIN_DYNAMIC_RANGE_DB = -FLOOR_DB;

/**
 * Returns the function that opens volumes: for the network in slices and, with levels in dB, for the
 * fit. It fails as the reader does, and with SEGMENTER_FAILED without a reader.
 */
export const segmenterOpener =
  (findReader: () => VolumeReader | null, openFrames: () => FrameSegmenter): OpenSegmenter =>
  async (scanId, signal, current) => {
    const reader = findReader();
    if (reader === null) return failed(segmentTexts.failed.noPlanes);
    const opened = await reader.open(scanId, { level: 'full', signal });
    if (!opened.ok) return opened;
    const { geometry, voxels, dynamicRangeDb, fileId } = opened.value;
    if (current?.fileId === fileId) {
      opened.value.dispose();
      return ok(current);
    }
    const slices = new SliceSegmenter(opened.value, openFrames());
    if (dynamicRangeDb === null || dynamicRangeDb < MIN_DYNAMIC_RANGE_DB) return ok(slices);
    const worker = new Worker(new URL('../segmentation/segment-worker.ts', import.meta.url), {
      type: 'module',
    });
    // The worker keeps a copy, because the views share the voxels.
    const source = { geometry, voxels, coverage: null, dynamicRangeDb };
    worker.postMessage({ kind: 'volume', source } satisfies WorkerRequest);
    return ok(new ClickSegmenter(slices, new WorkerSegmenter(worker, fileId, geometry)));
  };

class WorkerSegmenter implements VolumeSegmenter {
  readonly fileId: string;
  readonly geometry: VolumeGeometry;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (result: Result<Segmentation>) => void>();
  #lastId = 0;
  #ended = false;

  constructor(worker: Worker, fileId: string, geometry: VolumeGeometry) {
    this.#worker = worker;
    this.fileId = fileId;
    this.geometry = geometry;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      this.#waiting.get(data.id)?.(data.result);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener('error', ({ message }) => this.#failAll(message));
  }

  segment(prompt: SegmentationPrompt): Promise<Result<Segmentation>> {
    if (this.#ended) return Promise.resolve(failed(segmentTexts.failed.closed));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ kind: 'segment', id, prompt } satisfies WorkerRequest);
    });
  }

  dispose(): void {
    this.#ended = true;
    this.#worker.terminate();
    this.#failAll(segmentTexts.failed.closed);
  }

  #failAll(detail: string): void {
    for (const settle of this.#waiting.values()) settle(failed(detail));
    this.#waiting.clear();
  }
}

function failed(detail: string): Result<never> {
  const { title, next } = segmentTexts.failed;
  return fail(problem('SEGMENTER_FAILED', title, detail, next));
}
