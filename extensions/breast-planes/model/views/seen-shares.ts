import { mmToPosition, type Vec3, type VolumeGeometry, type VolumePlane } from '#geometry';
import { columnMm, type MinimumProjection } from '../planes/minimum-projection.ts';
import { type ViewedRanges, viewedShare } from './viewed-ranges.ts';

type Viewed = Readonly<Partial<Record<VolumePlane, ViewedRanges>>>;

/**
 * Returns for each column of a projection the share of its depth that images have shown, 0 to 1: all
 * of it where a sagittal, transverse or radial image stood, else the share of the coronal images. An
 * image counts as a whole, also where zoom or pan cut it off, as in the viewed share of a scan.
 */
export function seenShares(
  projection: MinimumProjection,
  volume: VolumeGeometry,
  viewed: Viewed,
  nippleMm: Vec3 | null,
): Float32Array {
  const { SAG = [], TRA = [], RAD = [], COR = [] } = viewed;
  const coronalShare = viewedShare(volume, 'COR', COR);
  const shares = new Float32Array(projection.greyLevels.length);
  for (let column = 0; column < shares.length; column++) {
    if (projection.greyLevels[column] === 0) continue;
    const { xMm, zMm } = columnMm(projection, column);
    const { sag, tra, rad } = mmToPosition(volume, nippleMm, [xMm, 0, zMm], 0);
    const isWhole = contains(SAG, sag) || contains(TRA, tra) || contains(RAD, rad);
    shares[column] = isWhole ? 1 : coronalShare;
  }
  return shares;
}

const contains = (ranges: ViewedRanges, value: number): boolean =>
  ranges.some(([from, to]) => value >= from && value <= to);
