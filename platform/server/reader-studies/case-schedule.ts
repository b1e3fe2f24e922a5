import { createHash } from 'node:crypto';
import type { ReaderStudyArm, ReaderStudyDesign, ReaderStudyOrder } from '#contracts';

/** What decides order and arms of a reader study. */
export interface ScheduledStudy {
  readonly caseOrder: ReaderStudyOrder;
  readonly design: ReaderStudyDesign;
  /** Arm of a plain study. */
  readonly arm: ReaderStudyArm;
  readonly washoutDays: number;
  readonly seed: number;
  /** Cases in the fixed order. */
  readonly studyIds: readonly string[];
  readonly readerIds: readonly string[];
}

/** Reading as far as the schedule depends on it. */
export interface ScheduledReading {
  readonly session: number;
  readonly studyId: string;
  /** ISO 8601 in UTC; null unless completed. */
  readonly completedAt: string | null;
  /** ISO 8601 in UTC; null unless left for good. */
  readonly skippedAt: string | null;
}

/** Returns when a case was completed or skipped; null if it can still be opened. */
const doneAt = ({ completedAt, skippedAt }: ScheduledReading): string | null =>
  completedAt ?? skippedAt;

/** What a reader can do next in a reader study. */
export type NextStep =
  | {
      readonly kind: 'CASE';
      readonly session: number;
      readonly arm: ReaderStudyArm;
      readonly studyId: string;
      /** Position in the order of the reader, from 1. */
      readonly position: number;
    }
  /** Session 2 is not open yet. */
  | { readonly kind: 'WASHOUT'; readonly session: number; readonly opensAtMs: number }
  | { readonly kind: 'DONE'; readonly session: number };

const DAY_MS = 86_400_000;

/**
 * Returns the items in an order that depends only on seed and name: ascending by SHA-256, so that
 * every permutation is equally likely and any program can repeat it.
 */
function shuffled(items: readonly string[], seed: number, name: string): readonly string[] {
  const keyOf = (item: string): string =>
    createHash('sha256').update(`${seed} ${name} ${item}`).digest('hex');
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

/** Returns the cases in the order in which a reader reads them in a session (from 1). */
export function casesOf(
  { caseOrder, seed, studyIds }: ScheduledStudy,
  readerId: string,
  session: number,
): readonly string[] {
  return caseOrder === 'FIXED' ? studyIds : shuffled(studyIds, seed, `${readerId} ${session}`);
}

/**
 * Returns the arm of each session of a reader. In a crossover half of the readers begin without AI;
 * of an odd number the group with AI is smaller by one.
 */
export function armsOf(study: ScheduledStudy, readerId: string): readonly ReaderStudyArm[] {
  const { design, arm, seed, readerIds } = study;
  if (design === 'PLAIN') return [arm];
  const startsWithAi = shuffled(readerIds, seed, 'arms').indexOf(readerId) % 2 === 1;
  return startsWithAi ? ['WITH_AI', 'WITHOUT_AI'] : ['WITHOUT_AI', 'WITH_AI'];
}

/** Returns the time in ms at which session 2 opens; null while session 1 has no finished case. */
export function washoutEndMs(
  { washoutDays }: Pick<ScheduledStudy, 'washoutDays'>,
  readings: readonly ScheduledReading[],
): number | null {
  const ends = readings.flatMap((reading) => {
    const at = doneAt(reading);
    return reading.session === 1 && at !== null ? [Date.parse(at)] : [];
  });
  return ends.length === 0 ? null : Math.max(...ends) + washoutDays * DAY_MS;
}

/**
 * Returns the cases that a reader can still complete in a session: neither completed nor skipped.
 * @param readings readings of this reader
 */
export function casesLeft(
  { studyIds }: Pick<ScheduledStudy, 'studyIds'>,
  session: number,
  readings: readonly ScheduledReading[],
  available: ReadonlySet<string>,
): ReadonlySet<string> {
  const done = new Set(
    readings.flatMap((reading) =>
      reading.session === session && doneAt(reading) !== null ? [reading.studyId] : [],
    ),
  );
  return new Set(studyIds.filter((id) => available.has(id) && !done.has(id)));
}

/**
 * Returns the next step of a reader. Cases that are not available, because their study was deleted,
 * are skipped.
 * @param readings readings of this reader
 * @param nowMs time of the server
 */
export function nextStep(
  study: ScheduledStudy,
  readerId: string,
  readings: readonly ScheduledReading[],
  available: ReadonlySet<string>,
  nowMs: number,
): NextStep {
  const arms = armsOf(study, readerId);
  for (const [idx, arm] of arms.entries()) {
    const session = idx + 1;
    const left = casesLeft(study, session, readings, available);
    const order = casesOf(study, readerId, session);
    const next = order.findIndex((id) => left.has(id));
    if (next === -1) continue;
    const opensAtMs = session === 1 ? null : washoutEndMs(study, readings);
    if (opensAtMs !== null && nowMs < opensAtMs) return { kind: 'WASHOUT', session, opensAtMs };
    return { kind: 'CASE', session, arm, studyId: order[next] ?? '', position: next + 1 };
  }
  return { kind: 'DONE', session: arms.length };
}
