import type { Scan } from '#contracts';
import { dayOf, stampOf } from '#foundation';

type ScanTimes = Pick<Scan, 'acquisitionTime' | 'createdAt'>;

const acquiredAt = ({ acquisitionTime, createdAt }: ScanTimes): string =>
  acquisitionTime ?? createdAt;

/** The day on which a scan was taken, by the clock of this computer. */
export const scanDay = (scan: ScanTimes): string => dayOf(acquiredAt(scan));

/** What tells a scan from the others of a list: its day, and the time as well where days are equal. */
export function scanDayAmong(scan: ScanTimes, others: readonly ScanTimes[]): string {
  const day = scanDay(scan);
  return others.filter((other) => scanDay(other) === day).length > 1
    ? stampOf(acquiredAt(scan))
    : day;
}
