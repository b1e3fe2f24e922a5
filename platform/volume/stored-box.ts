import { length, outsideBoxMm, type RecordedBox, type Vec3, voxelToMm } from '#geometry';
import { areOrthogonal } from './check-grid.ts';
import { EXTENT_LIMITS_MM } from './grid-limits.ts';
import type { ImportedVolume } from './reorient.ts';
import { storedBox } from './volume-nrrd.ts';

/**
 * Returns a volume with the recorded box that an export of this program stored in its header. Leaves
 * the box out if it cannot be one, or if the volume shows something more than a voxel outside of
 * it, because another program has moved or changed the volume since. A cropped volume keeps its box.
 */
export function withStoredBox(volume: ImportedVolume): ImportedVolume {
  const recordedBox = storedBox(volume.source);
  if (recordedBox === undefined || !isPossible(recordedBox)) return volume;
  if (showsOutside(volume, recordedBox)) return volume;
  return { ...volume, geometry: { ...volume.geometry, recordedBox } };
}

const isPossible = ({ edgesMm }: RecordedBox): boolean =>
  areOrthogonal(edgesMm) && edgesMm.every((edge) => length(edge) <= EXTENT_LIMITS_MM.max);

/** Returns whether a voxel that is not 0 lies more than a voxel outside of a box. */
function showsOutside({ geometry, voxels }: ImportedVolume, box: RecordedBox): boolean {
  const [nx, ny, nz] = geometry.sizes;
  const marginMm = Math.max(...geometry.spacingMm);
  const isOutside = (index: Vec3): boolean => {
    const beyondMm = outsideBoxMm({ ...geometry, recordedBox: box }, voxelToMm(geometry, index));
    return beyondMm.some((mm) => Math.abs(mm) > marginMm);
  };
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      const row = voxels.subarray(nx * (j + ny * k), nx * (j + 1 + ny * k));
      const first = row.findIndex(isShown);
      // A box is convex: voxels between two that lie inside lie inside too.
      if (first < 0) continue;
      if (isOutside([first, j, k]) || isOutside([row.findLastIndex(isShown), j, k])) return true;
    }
  }
  return false;
}

const isShown = (level: number): boolean => level !== 0;
