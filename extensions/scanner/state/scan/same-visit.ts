import type { Study } from '#contracts';

/**
 * Maximum age of a study that receives further scans of the same visit; an older study belongs to
 * another visit.
 */
const SAME_VISIT_MS = 12 * 3_600_000;

/** Returns whether a study belongs to the current visit; `nowMs` in ms since 1970. */
export function isSameVisit({ createdAt }: Pick<Study, 'createdAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) < SAME_VISIT_MS;
}
