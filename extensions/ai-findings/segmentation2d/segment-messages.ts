import type { Problem, Result } from '#foundation';
import type { FrameLesion, LesionPrompt } from './segment-frame.ts';

/** An 8-bit image with one (grey) or four (RGBA) bytes per pixel, rows from top to bottom. */
export interface FrameBytes {
  /** Equal for equal images, such as the id of the file. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

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
  readonly model: {
    readonly name: string;
    readonly version: string;
    readonly weightsSha256: string;
    readonly use: 'research';
  };
}
