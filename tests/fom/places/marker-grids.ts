import type { ScanSide } from '#contracts';
import type { Vec3 } from '#geometry';
import {
  ALIGNED_GRIDS,
  type MarkerContent,
  type MarkerGrid,
  markerNrrd,
  OBLIQUE_GRIDS,
} from '#testing/files';

/** A voxel grid of a file, and where its centre lies in the patient. */
export interface PlacesGrid {
  readonly name: string;
  readonly grid: MarkerGrid;
  readonly centreMm: Vec3;
}

function named(name: string): MarkerGrid {
  const grid = [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS].find((known) => known.name === name);
  if (grid === undefined) throw new Error(`No grid '${name}'`);
  return grid;
}

const OFFSET_MM: Vec3 = [31, 48, -47];
const AT_OFFSET = { centreMm: OFFSET_MM };

/** The grids of the figure. */
export const PLACES_GRIDS: readonly PlacesGrid[] = [
  { name: 'identity', grid: named('left, posterior, head'), centreMm: [0, 30, 0] },
  { name: 'offset', grid: named('left, posterior, head'), ...AT_OFFSET },
  { name: 'permuted', grid: named('permuted'), ...AT_OFFSET },
  { name: 'flipped', grid: named('flipped'), ...AT_OFFSET },
  { name: 'left-handed', grid: named('left-handed by a flip'), ...AT_OFFSET },
  { name: 'oblique-x', grid: named('turned by 20° about x'), ...AT_OFFSET },
  { name: 'oblique-y', grid: named('turned by -20° about y'), ...AT_OFFSET },
  { name: 'oblique-z', grid: named('turned by 20° about z'), ...AT_OFFSET },
  { name: 'oblique-x-back', grid: named('turned by -20° about x'), ...AT_OFFSET },
  { name: 'oblique-y-back', grid: named('turned by 20° about y'), ...AT_OFFSET },
  { name: 'oblique-z-back', grid: named('turned by -20° about z'), ...AT_OFFSET },
  { name: 'RAS', grid: named('RAS'), ...AT_OFFSET },
  { name: 'LAS', grid: named('LAS'), ...AT_OFFSET },
];

export const SIDES: readonly ScanSide[] = ['R', 'L'];

export const BALL_RADIUS_MM = 4;
/** Grey levels of the balls at the two locations of the nipple. */
export const NIPPLE_LEVELS = { first: 250, moved: 220 } as const;
/**
 * Grey levels of the balls that are marked. Each pair shares a coordinate with another ball, so that
 * most images show two balls; the last ball is subareolar at the first nipple. About either nipple,
 * hour and quadrant of every ball are clear of their limits.
 */
export const LESION_LEVELS: readonly number[] = [190, 160, 130, 100, 70];

const CONTENT: Omit<MarkerContent, 'centreMm'> = {
  sizes: [75, 100, 60],
  radiusMm: BALL_RADIUS_MM,
  markers: [
    { level: 250, fromCentreMm: [4, -21, -5] },
    { level: 220, fromCentreMm: [-8, -19, 7] },
    { level: 190, fromCentreMm: [-7, 5, -20] },
    { level: 160, fromCentreMm: [14, 5, 17] },
    { level: 130, fromCentreMm: [5, -2, -20] },
    { level: 100, fromCentreMm: [-7, 12, 19] },
    { level: 70, fromCentreMm: [4, -9, -9] },
  ],
};

/** Returns the file of a grid: an NRRD volume of 60 mm along each axis with seven balls. */
export const placesFile = ({ grid, centreMm }: PlacesGrid): Uint8Array =>
  markerNrrd(grid, {}, { ...CONTENT, centreMm });
