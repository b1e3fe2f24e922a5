import type { OverriddenCheck, ReportContent } from '#contracts';
import { type CheckHit, unresolvedHits } from '#report';

/** Returns the reason that the reader gave for a warning; null without one. */
export function overrideOf({ overrides }: ReportContent, hit: CheckHit): OverriddenCheck | null {
  const { check, subject } = hit;
  return overrides.find((item) => item.check === check && item.subject === subject.id) ?? null;
}

/** Returns the numbers of errors and of warnings without a reason. */
export function openCounts(hits: readonly CheckHit[], { overrides }: ReportContent) {
  const open = unresolvedHits(hits, overrides);
  const blocks = open.filter(({ level }) => level === 'block').length;
  return { blocks, warnings: open.length - blocks };
}
