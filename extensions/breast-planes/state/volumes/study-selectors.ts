import type { Scan } from '#contracts';
import type { StudyState, ViewStateValues } from '#core';
import { type CountedPosition, type LocationReference, nippleMmOf } from '#findings';
import {
  type PlanePosition,
  positionInGrid,
  type SkinSurface,
  transducerFaceMm,
  type Vec3,
  type VolumeGeometry,
  type VolumeGrid,
  type VolumePlane,
} from '#geometry';
import type { ReadingValues } from './reading-state.ts';

/** The scan as the document holds it now; null when it left. */
export function scanOf(study: StudyState, scanId: string): Scan | null {
  return study.scans.find((scan) => scan.id === scanId) ?? null;
}

export function targetScan(study: StudyState): Scan | null {
  return study.targetScanId === null ? null : scanOf(study, study.targetScanId);
}

/** A scan of the open study, or an earlier one that is compared with. */
export function anyScan(
  scans: readonly Scan[],
  view: Pick<ViewStateValues, 'priors'>,
  id: string,
): Scan | null {
  return [...scans, ...view.priors].find((scan) => scan.id === id) ?? null;
}

/** The nipple in millimetres; null while none is set. */
export function nippleOf(scan: Scan | null, volume: VolumeGeometry): Vec3 | null {
  const location = scan?.nippleLocation ?? null;
  return location === null ? null : nippleMmOf(volume, location);
}

/** A place that says whose voxels it counts, in voxels of the volume that is here. */
export function inVolume(volume: VolumeGrid, counted: CountedPosition): PlanePosition {
  const { sag, tra, depth, rad, grid = null } = counted;
  const position = { sag, tra, depth, rad };
  return grid === null ? position : positionInGrid(grid, volume, position);
}

/** What places of a scan are told from: depth counts from the skin where it is known. */
export function locationReference(
  scan: Scan | null,
  volume: VolumeGeometry,
  skin: SkinSurface | null,
): LocationReference | null {
  if (scan === null) return null;
  return {
    side: scan.laterality.id,
    nippleMm: nippleOf(scan, volume),
    faceMm: transducerFaceMm(volume),
    skin,
  };
}

/** The plane that keys and commands act on: that of the active view, else the coronal. */
export function activePlane(view: ViewStateValues, reading: ReadingValues): VolumePlane {
  const cell = view.activeCellId === null ? undefined : reading.cells[view.activeCellId];
  return cell?.plane ?? 'COR';
}

/** Whether this view shows the lines of the other planes: one flag for the main view, one for the others. */
export function linesShown(view: ViewStateValues, cellId: string): boolean {
  const [main, others] = view.referenceLines;
  return view.visibleCellIds[0] === cellId || view.visibleCellIds.length === 0 ? main : others;
}

/** Everything a command about the target scan's planes needs; null until the volume is known. */
export interface TargetPlanes {
  readonly scan: Scan;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition;
}

export function targetPlanes(
  study: StudyState,
  view: ViewStateValues,
  reading: ReadingValues,
): TargetPlanes | null {
  const scan = targetScan(study);
  return scan === null ? null : planesOf(scan, view, reading);
}

/** Null until the scan's volume and the place of its planes are known. */
export function planesOf(
  scan: Scan,
  view: ViewStateValues,
  reading: ReadingValues,
): TargetPlanes | null {
  const volume = reading.volumes[scan.id]?.geometry ?? null;
  if (volume === null) return null;
  const position = view.positions[scan.id];
  if (position === undefined) return null;
  return { scan, volume, nippleMm: nippleOf(scan, volume), position };
}
