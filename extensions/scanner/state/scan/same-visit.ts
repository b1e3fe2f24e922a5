import type { Study } from '#contracts';

/** Scans of one visit belong to one study; a study older than this is of another visit. */
const SAME_VISIT_MS = 12 * 3_600_000;

/** `nowMs` since 1970. */
export function isSameVisit({ createdAt }: Pick<Study, 'createdAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) < SAME_VISIT_MS;
}
