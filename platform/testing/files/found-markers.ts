import { add, distance, scale, type Vec3, voxelToMm } from '#geometry';
import type { Volume } from '#volume';
import { type MarkerGrid, markersOf } from './marker-volume.ts';

/**
 * Returns where a volume shows the markers of a grid, in the order of `markersOf`: the mean location
 * of the bright voxels nearest to each, weighted by their levels; NaN for a marker without any.
 */
export function foundMarkers({ geometry, voxels }: Volume, grid: MarkerGrid): readonly Vec3[] {
  const [nx, ny] = geometry.sizes;
  const markers = markersOf(grid);
  const sums = markers.map(() => ({ weight: 0, weightedMm: [0, 0, 0] as Vec3 }));
  voxels.forEach((level, at) => {
    if (level === 0) return;
    const index: Vec3 = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    const pointMm = voxelToMm(geometry, index);
    const distances = markers.map((marker) => distance(marker.pointMm, pointMm));
    const nearest = sums[distances.indexOf(Math.min(...distances))];
    if (nearest === undefined) return;
    nearest.weight += level;
    nearest.weightedMm = add(nearest.weightedMm, scale(pointMm, level));
  });
  return sums.map(({ weight, weightedMm }) => scale(weightedMm, 1 / weight));
}

/** Returns the largest distance in mm of a marker from where the grid places it. */
export function largestMarkerErrorMm(volume: Volume, grid: MarkerGrid): number {
  const markers = markersOf(grid);
  const errorsMm = foundMarkers(volume, grid).map((foundMm, index) =>
    distance(foundMm, markers[index]?.pointMm ?? [Number.NaN, 0, 0]),
  );
  return Math.max(...errorsMm);
}
