import type { ImageAdjustment, PlaneView } from '#contracts';

/** How several slices become one picture; lesions are dark, so MinIP is the telling one in ultrasound. */
export type SlabKind = 'mean' | 'mip' | 'minip';

export interface Slab {
  readonly kind: SlabKind;
  /** Across the plane, centred on it; 0 is one interpolated slice. */
  readonly thicknessMm: number;
}

/** How the voxels of one view become greys. The stored voxels never change. */
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

/** Whether the greys are as they were recorded. */
export function isNeutral({ inverted, ...amounts }: ImageAdjustment): boolean {
  return !inverted && Object.values(amounts).every((amount) => amount === 0);
}

/** One interpolated slice. */
const SLICE: Slab = { kind: 'mean', thicknessMm: 0 };
/** Of a slab that nobody has given a thickness: speckle is averaged away, lesions stay. */
export const DEFAULT_SLAB_MM = 2;
const CORONAL_SLAB: Slab = { kind: 'mean', thicknessMm: DEFAULT_SLAB_MM };

/** How thick a view is while nobody has chosen; the same object each time. */
export const defaultSlab = (view: PlaneView): Slab => (view === 'COR' ? CORONAL_SLAB : SLICE);

export const DEFAULT_PRESENTATION: PlanePresentation = {
  adjustment: NEUTRAL_ADJUSTMENT,
  slab: SLICE,
};

/** Specification 9: the contrast's factor; gains count by the same rule. */
export const factorOf = (amount: number): number => 2 ** (amount / 100);

/** The gain at a depth, 0 at the transducer face and 1 at the volume's far end: near, mid and far at 0, ½ and 1, straight between. */
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
 * The grey that is shown for a voxel's grey (both 0..255). Gain first, held inside 0..255 as the
 * scanner's own would be; then contrast about the middle grey, brightness, and the inversion.
 */
export const adjustGreyLevel = (
  greyLevel: number,
  depthFraction: number,
  adjustment: ImageAdjustment,
): number => adjusterOf(adjustment)(greyLevel, depthFraction);

/** The same for many greys: what they have in common is worked out once. */
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
