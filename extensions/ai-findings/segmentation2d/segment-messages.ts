import type { Problem, Result } from '#foundation';
import type { FrameLesion, LesionPrompt } from './segment-frame.ts';

/** An 8-bit image with one (grey) or four (RGBA) bytes per pixel, rows from top to bottom. */
export interface FrameBytes {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A message to the worker; the answer has the same id. */
export interface SegmentRequest {
  readonly id: number;
  readonly frame: FrameBytes;
  readonly prompt: LesionPrompt;
  /** Probability from which a pixel belongs to the lesion; null: the threshold of the model's card. */
  readonly threshold: number | null;
}

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
