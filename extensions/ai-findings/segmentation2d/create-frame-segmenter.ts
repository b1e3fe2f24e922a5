import { type Disposable, fail, problem, type Result } from '#foundation';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import type { LesionPrompt } from './segment-frame.ts';
import type {
  FrameBytes,
  SegmentAnswer,
  SegmentedFrame,
  SegmentRequest,
} from './segment-messages.ts';

/** Segments images in a worker, which loads model and runtime (18 MB) at the first request. */
export interface FrameSegmenter extends Disposable {
  /**
   * Fails as `segmentFrame` does, with SEGMENTER_INVALID when the model can't be loaded, and with
   * SEGMENTER_FAILED after `dispose`.
   */
  segment(
    frame: FrameBytes,
    prompt: LesionPrompt,
    threshold?: number,
  ): Promise<Result<SegmentedFrame>>;
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
    segment(frame, prompt, threshold) {
      if (isDisposed) return Promise.resolve(failed(frameSegmentationTexts.failed.ended));
      lastId += 1;
      const request: SegmentRequest = { id: lastId, frame, prompt, threshold: threshold ?? null };
      return new Promise((resolve) => {
        waiting.set(request.id, resolve);
        worker.postMessage(request);
      });
    },
    dispose() {
      isDisposed = true;
      worker.terminate();
      failAll(frameSegmentationTexts.failed.ended);
    },
  };
}
