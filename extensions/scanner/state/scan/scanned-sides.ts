import type { ScanSide } from '#contracts';
import type { JoinableStudy } from './study-choice.ts';

/** Time of the newest completed scan of each side, ISO 8601. */
export type ScannedSides = ReadonlyMap<ScanSide, string>;

/** Returns the sides that were scanned in a study of this visit; empty for other studies. */
export function scannedSides(joined: JoinableStudy | undefined): ScannedSides {
  const sides = new Map<ScanSide, string>();
  if (joined === undefined || !joined.isOfVisit) return sides;
  for (const { acquisitionTime, deletedAt, laterality, origin, scanState } of joined.scans) {
    const isScanned = scanState === 'C' && deletedAt === null && origin !== 'IMPORTED';
    if (!isScanned || acquisitionTime === null) continue;
    const newest = sides.get(laterality.id);
    if (newest === undefined || newest < acquisitionTime) sides.set(laterality.id, acquisitionTime);
  }
  return sides;
}

/** Returns the side that remains after a scan of the other; null if none or both were scanned. */
export function missingSide(scanned: ScannedSides): ScanSide | null {
  if (scanned.size !== 1) return null;
  return scanned.has('R') ? 'L' : 'R';
}
