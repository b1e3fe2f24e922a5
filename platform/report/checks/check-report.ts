import type { OverriddenCheck } from '#contracts';
import type { ReportContext } from '../report-context.ts';
import type { CheckHit, CheckLevel, ReportCheck } from './report-check.ts';
import { REPORT_CHECKS } from './report-checks.ts';

/** Levels that a site sets, by id of the check; other checks keep their default. */
export type CheckLevels = Readonly<Record<string, CheckLevel | 'off'>>;

const RANK = { off: 0, warn: 1, block: 2 } as const;

/** Returns the level of a check at a site; a locked check can only be raised. */
export function levelOf(
  { id, level, locked }: Pick<ReportCheck, 'id' | 'level' | 'locked'>,
  levels: CheckLevels,
): CheckLevel | 'off' {
  const ofSite = Object.hasOwn(levels, id) ? (levels[id] ?? level) : level;
  return locked && RANK[ofSite] < RANK[level] ? level : ofSite;
}

/**
 * Runs the checks on a report, or on the addendum that `context.addendumText` holds. Returns the hits
 * at the levels of the site, blocks first, each group in the order of the table.
 */
export function checkReport(context: ReportContext, levels: CheckLevels = {}): readonly CheckHit[] {
  const reads = context.addendumText === null ? 'report' : 'addendum';
  const hits = REPORT_CHECKS.filter((check) => check.reads === reads).flatMap((check) => {
    const level = levelOf(check, levels);
    return level === 'off' ? [] : check.find(context).map((hit) => ({ ...hit, level }));
  });
  return [
    ...hits.filter(({ level }) => level === 'block'),
    ...hits.filter(({ level }) => level === 'warn'),
  ];
}

/**
 * Returns the hits that still prevent the signature: all blocks, and warnings without a recorded
 * reason for their check and subject.
 */
export function unresolvedHits(
  hits: readonly CheckHit[],
  overrides: readonly OverriddenCheck[],
): readonly CheckHit[] {
  return hits.filter(
    ({ check, level, subject }) =>
      level === 'block' ||
      !overrides.some((override) => override.check === check && override.subject === subject.id),
  );
}
