import type { Scan } from '#contracts';
import { dayOf, stampOf } from '#foundation';

type ScanTimes = Pick<Scan, 'acquisitionTime' | 'createdAt'>;

const acquiredAt = ({ acquisitionTime, createdAt }: ScanTimes): string =>
  acquisitionTime ?? createdAt;

/** Returns the acquisition day in the time zone of this computer. */
export const scanDay = (scan: ScanTimes): string => dayOf(acquiredAt(scan));

/** Returns the acquisition day, with the time if another scan has the same day. */
export function scanDayAmong(scan: ScanTimes, others: readonly ScanTimes[]): string {
  const day = scanDay(scan);
  return others.filter((other) => scanDay(other) === day).length > 1
    ? stampOf(acquiredAt(scan))
    : day;
}
