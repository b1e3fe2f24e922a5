import type { Problem, Result } from '#foundation';
import type { FrameBytes } from '../model/segmentation/framed-lesion.ts';
import type { OutlineModel } from '../model/segmentation/outline-model.ts';
import type { FrameLesion, LesionPrompt } from './segment-frame.ts';

/** Asks the worker to load model and runtime; has no answer. */
export interface PrepareRequest {
  readonly kind: 'prepare';
}

/** Asks for a lesion; the answer has the same id. */
export interface SegmentRequest {
  readonly kind: 'segment';
  readonly id: number;
  /** Language of the problems, a BCP 47 tag. */
  readonly locale: string;
  readonly frame: FrameBytes;
  readonly prompt: LesionPrompt;
  /** Moves the border outwards when positive: lowers the threshold of the model's card (0..1). */
  readonly thresholdShift: number;
}

export type WorkerRequest = PrepareRequest | SegmentRequest;

export interface SegmentAnswer {
  readonly id: number;
  readonly result: Result<SegmentedFrame, Problem>;
}

/** A lesion with the model that outlined it. */
export interface SegmentedFrame {
  readonly lesion: FrameLesion;
  readonly model: OutlineModel;
}
