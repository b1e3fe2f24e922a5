import type { Vec3 } from '#geometry';

/** Limits of the side of a voxel: finer than any probe resolves, coarser than any slice distance. */
export const SPACING_LIMITS_MM = { min: 0.01, max: 10 } as const;
/** Limits of the sides of a volume; the longest side of a part of a breast has at least `longest`. */
export const EXTENT_LIMITS_MM = { min: 1, max: 500, longest: 5 } as const;
/** Limit of each coordinate of the first voxel; a tracked probe is within metres of its origin. */
export const MAX_ORIGIN_MM = 10_000;

/** Part of a limit that rounding of a header may exceed. */
const ROUNDING = 1e-6;

/** True if each side of a voxel is within the limits; false for NaN. */
export const isPossibleSpacing = (spacingMm: readonly number[]): boolean =>
  spacingMm.every((mm) => isWithin(mm, SPACING_LIMITS_MM));

/** True if each side of a volume is within the limits. */
export const isPossibleExtent = (extentMm: Vec3): boolean =>
  extentMm.every((mm) => isWithin(mm, EXTENT_LIMITS_MM)) &&
  Math.max(...extentMm) >= EXTENT_LIMITS_MM.longest * (1 - ROUNDING);

/** True if each coordinate is within the limit. */
export const isPossibleOrigin = (originMm: Vec3): boolean =>
  originMm.every((mm) => Math.abs(mm) <= MAX_ORIGIN_MM);

const isWithin = (mm: number, limits: { readonly min: number; readonly max: number }): boolean =>
  mm >= limits.min * (1 - ROUNDING) && mm <= limits.max * (1 + ROUNDING);
