import type { Scan } from '#contracts';
import { dayOf, stampOf } from '#foundation';

type Taken = Pick<Scan, 'acquisitionTime' | 'createdAt'>;

const takenAt = ({ acquisitionTime, createdAt }: Taken): string => acquisitionTime ?? createdAt;

/** The day on which a scan was taken, by the clock of this computer. */
export const scanDay = (scan: Taken): string => dayOf(takenAt(scan));

/** What tells a scan from the others of a list: its day, and the time as well where days are equal. */
export function scanDayAmong(scan: Taken, others: readonly Taken[]): string {
  const day = scanDay(scan);
  return others.filter((other) => scanDay(other) === day).length > 1 ? stampOf(takenAt(scan)) : day;
}
