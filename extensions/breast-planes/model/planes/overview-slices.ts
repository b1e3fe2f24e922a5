import type { Finding } from '#contracts';
import { locatedMark, markCentreMm } from '#findings';
import { mmToPosition, type PlanePosition, type Vec3, type VolumeGeometry } from '#geometry';

/** A slice that summarises a scan; a null label marks the middle slice. */
export interface OverviewSlice {
  readonly label: number | null;
  readonly position: PlanePosition;
}

/** Returns the middle of the volume, then the position of each finding. */
export function overviewSlices(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  findings: readonly Finding[],
): readonly OverviewSlice[] {
  const middle = { sag: 0, tra: 0, depth: (volume.sizes[1] - 1) / 2, rad: 0 };
  const slices = findings.flatMap((finding): OverviewSlice[] => {
    const mark = locatedMark(Object.values(finding.marks));
    if (mark === null) return [];
    const position = mmToPosition(volume, nippleMm, markCentreMm(mark), 0);
    return [{ label: finding.label, position }];
  });
  return [{ label: null, position: middle }, ...slices];
}
