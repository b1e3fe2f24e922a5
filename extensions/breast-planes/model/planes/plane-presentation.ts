import type { ImageAdjustment, PlaneView } from '#contracts';

/**
 * How slices are combined to one image. Lesions are dark in ultrasound, so MinIP is the most useful
 * projection.
 */
export type SlabKind = 'mean' | 'mip' | 'minip';

export interface Slab {
  readonly kind: SlabKind;
  /** Thickness across the plane, centred on it; 0 is one interpolated slice. */
  readonly thicknessMm: number;
}

/** How voxels of one view are converted to grey levels. The stored voxels never change. */
export interface PlanePresentation {
  readonly adjustment: ImageAdjustment;
  readonly slab: Slab;
}

export const NEUTRAL_ADJUSTMENT: ImageAdjustment = {
  brightness: 0,
  contrast: 0,
  nearGain: 0,
  midGain: 0,
  farGain: 0,
  inverted: false,
};

/** Returns whether the grey levels are shown as recorded. */
export function isNeutral({ inverted, ...amounts }: ImageAdjustment): boolean {
  return !inverted && Object.values(amounts).every((amount) => amount === 0);
}

/** One interpolated slice. */
export const SLICE: Slab = { kind: 'mean', thicknessMm: 0 };
/** Default slab thickness; averages speckle away and keeps lesions. */
export const DEFAULT_SLAB_MM = 2;
const CORONAL_SLAB: Slab = { kind: 'mean', thicknessMm: DEFAULT_SLAB_MM };

/** Returns the default slab of a view; the same object for every call. */
export const defaultSlab = (view: PlaneView): Slab => (view === 'COR' ? CORONAL_SLAB : SLICE);

/** Returns the coronal slab of a thickness; the default for null. */
export const coronalSlab = (thicknessMm: number | null): Slab =>
  thicknessMm === null ? CORONAL_SLAB : { kind: 'mean', thicknessMm };

export const DEFAULT_PRESENTATION: PlanePresentation = {
  adjustment: NEUTRAL_ADJUSTMENT,
  slab: SLICE,
};

/** Returns the factor of a contrast or gain amount: 2 for +100, 1 for 0, ½ for −100; prescribed. */
export const factorOf = (amount: number): number => 2 ** (amount / 100);

/**
 * Returns the gain at a depth from 0 (transducer face) to 1 (far end of the volume), linear between
 * near at 0, mid at ½ and far at 1.
 */
export function gainAt(adjustment: ImageAdjustment, depthFraction: number): number {
  return gainOf(adjustment)(depthFraction);
}

function gainOf({ nearGain, midGain, farGain }: ImageAdjustment): (depth: number) => number {
  const [near, mid, far] = [factorOf(nearGain), factorOf(midGain), factorOf(farGain)];
  return (depthFraction) => {
    const depth = Math.min(1, Math.max(0, depthFraction));
    return depth < 0.5 ? near + (mid - near) * depth * 2 : mid + (far - mid) * (depth - 0.5) * 2;
  };
}

/**
 * Converts a voxel's grey level to the shown grey level (both 0..255). Applies gain first, clamped
 * to 0..255 like the scanner's own gain; then contrast around the middle grey, brightness, and
 * inversion.
 */
export const adjustGreyLevel = (
  greyLevel: number,
  depthFraction: number,
  adjustment: ImageAdjustment,
): number => adjusterOf(adjustment)(greyLevel, depthFraction);

/** Returns a converter for many voxels; computes the shared factors once. */
export function adjusterOf(
  adjustment: ImageAdjustment,
): (greyLevel: number, depthFraction: number) => number {
  const gain = gainOf(adjustment);
  const contrast = factorOf(adjustment.contrast);
  const middle = 127.5 + adjustment.brightness;
  const { inverted } = adjustment;
  return (greyLevel, depthFraction) => {
    const shown = clamp((clamp(greyLevel * gain(depthFraction)) - 127.5) * contrast + middle);
    return inverted ? 255 - shown : shown;
  };
}

const clamp = (greyLevel: number): number => Math.min(255, Math.max(0, greyLevel));
