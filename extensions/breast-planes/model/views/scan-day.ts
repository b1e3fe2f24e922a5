import type { Scan } from '#contracts';
import { dayTextOf, stampOf } from '#foundation';

type ScanTimes = Pick<Scan, 'acquisitionTime' | 'createdAt'>;
type OriginatedScan = ScanTimes & Pick<Scan, 'origin'>;

const acquiredAt = ({ acquisitionTime, createdAt }: ScanTimes): string =>
  acquisitionTime ?? createdAt;

/** Returns the acquisition day in the time zone of this computer. */
export const scanDay = (scan: ScanTimes): string => dayTextOf(acquiredAt(scan));

/**
 * Returns the acquisition day, with the time if another of `scans` has the same day; of an import,
 * whose time of day is unknown, the time of the import if its day is unknown too. `scans` includes
 * `scan`.
 */
export function scanDayAmong(scan: OriginatedScan, scans: readonly ScanTimes[]): string {
  const day = scanDay(scan);
  const isSharedDay = scans.filter((other) => scanDay(other) === day).length > 1;
  const hasTime = scan.origin === 'SCANNED' || scan.acquisitionTime === null;
  return isSharedDay && hasTime ? stampOf(acquiredAt(scan)) : day;
}
