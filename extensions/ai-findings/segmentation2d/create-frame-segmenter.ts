import { currentLocale, type Disposable, fail, problem, type Result } from '#foundation';
import type { FrameBytes } from '../model/segmentation/framed-lesion.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import type { LesionPrompt } from './segment-frame.ts';
import type { SegmentAnswer, SegmentedFrame, WorkerRequest } from './segment-messages.ts';

/** Segments images in a worker, which loads model and runtime (18 MB) at the first request. */
export interface FrameSegmenter extends Disposable {
  /**
   * Fails as `segmentFrame` does, with SEGMENTER_INVALID when the model can't be loaded, and with
   * SEGMENTER_FAILED after `dispose`.
   */
  segment(
    frame: FrameBytes,
    prompt: LesionPrompt,
    thresholdShift?: number,
  ): Promise<Result<SegmentedFrame>>;
  /** Loads model and runtime, so that the first request does not wait for them. */
  prepare(): void;
}

export function createFrameSegmenter(): FrameSegmenter {
  const worker = new Worker(new URL('./frame-segment-worker.ts', import.meta.url), {
    type: 'module',
  });
  const waiting = new Map<number, (result: Result<SegmentedFrame>) => void>();
  let lastId = 0;
  let isDisposed = false;
  const settle = (id: number, result: Result<SegmentedFrame>): void => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const failed = (detail: string): Result<never> => {
    const { title, next } = frameSegmentationTexts.failed;
    return fail(problem('SEGMENTER_FAILED', title, detail, next));
  };
  const failAll = (detail: string): void => {
    for (const id of [...waiting.keys()]) settle(id, failed(detail));
  };
  worker.addEventListener('message', ({ data }: MessageEvent<SegmentAnswer>) =>
    settle(data.id, data.result),
  );
  worker.addEventListener('error', ({ message }) => failAll(message));
  return {
    prepare: () => worker.postMessage({ kind: 'prepare' } satisfies WorkerRequest),
    segment(frame, prompt, thresholdShift = 0) {
      if (isDisposed) return Promise.resolve(failed(frameSegmentationTexts.failed.ended));
      lastId += 1;
      const id = lastId;
      const locale = currentLocale();
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        const request = { kind: 'segment', id, locale, frame, prompt, thresholdShift } as const;
        worker.postMessage(request satisfies WorkerRequest);
      });
    },
    dispose() {
      isDisposed = true;
      worker.terminate();
      failAll(frameSegmentationTexts.failed.ended);
    },
  };
}
