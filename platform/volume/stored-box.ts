import {
  add,
  length,
  outsideBoxMm,
  type RecordedBox,
  scale,
  type Vec3,
  voxelToMm,
} from '#geometry';
import { areOrthogonal } from './check-grid.ts';
import { nearestAxes, type SignedAxis } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { EXTENT_LIMITS_MM } from './grid-limits.ts';
import type { ImportedVolume } from './reorient.ts';
import { storedBox } from './volume-nrrd.ts';

/**
 * Returns a volume with the recorded box that an export of this program stored in its header. Leaves
 * the box out if it cannot be one, or if the volume shows something more than a voxel outside of
 * it, because another program has moved or changed the volume since. A cropped volume keeps its box.
 */
export function withStoredBox(volume: ImportedVolume): ImportedVolume {
  return withBox(volume, storedBox(volume.source));
}

/**
 * Same as `withStoredBox` for a volume whose axes were turned after the header was written: turns the
 * box with them. `axes` are the axes of the file that became left, depth and head. Leaves the box out
 * for a file in other axes than those of this program.
 */
export function withTurnedBox(
  volume: ImportedVolume,
  axes: readonly [SignedAxis, SignedAxis, SignedAxis],
  { directions }: Pick<FileGrid, 'directions'>,
): ImportedVolume {
  const isOwn = nearestAxes(directions).every(({ axis, sign }, at) => axis === at && sign > 0);
  const box = isOwn ? storedBox(volume.source) : undefined;
  if (box === undefined) return volume;
  const turn = (vector: Vec3): Vec3 => {
    const part = ({ axis, sign }: SignedAxis): number => sign * vector[axis];
    return [part(axes[0]), part(axes[1]), part(axes[2])];
  };
  const turnedEdge = ({ axis }: SignedAxis): Vec3 => turn(box.edgesMm[axis]);
  const edge = (signed: SignedAxis): Vec3 => scale(turnedEdge(signed), signed.sign);
  const cornerMm = axes.reduce(
    (corner, signed) => (signed.sign > 0 ? corner : add(corner, turnedEdge(signed))),
    turn(box.cornerMm),
  );
  return withBox(volume, { cornerMm, edgesMm: [edge(axes[0]), edge(axes[1]), edge(axes[2])] });
}

function withBox(volume: ImportedVolume, recordedBox: RecordedBox | undefined): ImportedVolume {
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
