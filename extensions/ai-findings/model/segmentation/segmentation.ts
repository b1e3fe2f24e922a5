import type { Vec3 } from '#geometry';
import type { OutlineModel } from './outline-model.ts';
import type { AxesMm, VoxelMask } from './voxel-mask.ts';

/** Part of a volume in LPS millimetres. */
export interface BoxMm {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Where to look for a lesion: a click (with a radius if known), or a box around it. */
export type SegmentationSeed =
  | { readonly centreMm: Vec3; readonly radiusMm?: number }
  | { readonly boxMm: BoxMm };

/** Point that the reader says is inside or outside the lesion. */
export interface GuidePoint {
  readonly mm: Vec3;
  readonly inside: boolean;
}

/** What to segment: where the lesion lies, and the corrections of the reader. */
export interface SegmentationPrompt {
  readonly seed: SegmentationSeed;
  readonly points: readonly GuidePoint[];
  /** Kind of the result that the prompt corrects; null for another lesion. */
  readonly corrects: SegmentationBasis['kind'] | null;
  /** Moves the border outwards when positive: in dB for a fit in levels, else as a share of the probability. */
  readonly thresholdShift: number;
}

export interface Segmentation {
  readonly mask: VoxelMask;
  readonly volumeMm3: number;
  /** Longest diameter parallel to the skin, diameter at right angles to it, extent in depth. */
  readonly axesMm: AxesMm;
  readonly basis: SegmentationBasis;
}

/** What a border rests on: levels in dB, or the outlines of a network in slices. */
export type SegmentationBasis =
  | {
      readonly kind: 'levels';
      /** Level around the lesion minus level inside in dB; below about 3 dB the border is uncertain. */
      readonly contrastDb: number;
    }
  | {
      readonly kind: 'slices';
      /** Slices that were read, and those among them whose outlines agree. */
      readonly slices: number;
      readonly agreeing: number;
      /** Mean probability inside the agreeing outlines, 0..1. */
      readonly score: number;
      readonly model: OutlineModel;
    };
