import type { Scan } from '#contracts';
import type { StudyState, ViewStateValues } from '#core';
import { type CountedPosition, type LocationReference, nippleMmOf } from '#findings';
import {
  type PlanePosition,
  positionInGrid,
  type SkinSurface,
  transducerFace,
  type Vec3,
  type VolumeGeometry,
  type VolumeGrid,
  type VolumePlane,
} from '#geometry';
import type { ReadingValues } from './reading-state.ts';

/** Returns the current version of a scan of the open study; null if absent. */
export function scanOf(study: StudyState, scanId: string): Scan | null {
  return study.scans.find((scan) => scan.id === scanId) ?? null;
}

export function targetScan(study: StudyState): Scan | null {
  return study.targetScanId === null ? null : scanOf(study, study.targetScanId);
}

/** Returns a scan of the open study or a prior; null if absent. */
export function anyScan(
  scans: readonly Scan[],
  view: Pick<ViewStateValues, 'priors'>,
  id: string,
): Scan | null {
  return [...scans, ...view.priors].find((scan) => scan.id === id) ?? null;
}

/** Returns the nipple in millimetres; null if not set. */
export function nippleOf(scan: Scan | null, volume: VolumeGeometry): Vec3 | null {
  const location = scan?.nippleLocation ?? null;
  return location === null ? null : nippleMmOf(volume, location);
}

/**
 * Converts a position to voxels of the given volume; a position without a grid is returned
 * unchanged.
 */
export function inVolume(volume: VolumeGrid, counted: CountedPosition): PlanePosition {
  const { sag, tra, depth, rad, grid = null } = counted;
  const position = { sag, tra, depth, rad };
  return grid === null ? position : positionInGrid(grid, volume, position);
}

/**
 * Returns the reference of location texts; depth counts from the skin if known. Null without a
 * scan.
 */
export function locationReference(
  scan: Scan | null,
  volume: VolumeGeometry,
  skin: SkinSurface | null,
): LocationReference | null {
  if (scan === null) return null;
  return {
    side: scan.laterality.id,
    nippleMm: nippleOf(scan, volume),
    face: transducerFace(volume),
    skin,
  };
}

/** Returns the plane for keys and commands: that of the active view, else the coronal. */
export function activePlane(view: ViewStateValues, reading: ReadingValues): VolumePlane {
  const cell = view.activeCellId === null ? undefined : reading.cells[view.activeCellId];
  return cell?.plane ?? 'COR';
}

/**
 * Returns whether a view shows the lines of the other planes; the first flag is for the main view,
 * the second for all others.
 */
export function linesShown(view: ViewStateValues, cellId: string): boolean {
  const [main, others] = view.referenceLines;
  return view.visibleCellIds[0] === cellId || view.visibleCellIds.length === 0 ? main : others;
}

/** Data that commands on a scan's planes need. */
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

/** Null until the scan's volume and plane positions are known. */
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
