import { type Study, VISIT_HOURS } from '#contracts';

/** Maximum age in hours of a study of the day before, because a visit at night crosses midnight. */
const VISIT_HOURS_ACROSS_MIDNIGHT = 4;

/**
 * Returns whether a study belongs to the current visit; `nowMs` in ms since 1970. An older study, and
 * that of the evening before, belongs to another visit. Days are those of the workstation's zone.
 */
export function isSameVisit({ createdAt }: Pick<Study, 'createdAt'>, nowMs: number): boolean {
  const created = new Date(createdAt);
  const isSameDay = created.toDateString() === new Date(nowMs).toDateString();
  const maxHours = isSameDay ? VISIT_HOURS : VISIT_HOURS_ACROSS_MIDNIGHT;
  // Also in the other direction, because the workstation's clock may be slow.
  return Math.abs(nowMs - created.getTime()) < maxHours * 3_600_000;
}
