import type { Finding, Mark } from '#contracts';
import type { StudyState } from '#core';
import { joinsFinding } from '#findings';
import { findingById } from '../../model/findings/finding-rows.ts';
import { markRejections } from './mark-rejections.ts';

/** What a drawn mark becomes: a new finding or part of one; or the reason of a rejection. */
export type Joining =
  | {
      readonly kind: 'new';
      /** The finding that the mark would join without Shift; null if none. */
      readonly apartFrom: Finding | null;
    }
  | {
      readonly kind: 'into';
      readonly finding: Finding;
      /** Whether the mark joins because it lies near the finding, without a choice of the reader. */
      readonly automatic: boolean;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface JoiningRequest {
  /** The scan of the image in which the mark is drawn. */
  readonly scanId: string;
  /** The finding to which marks are being added; null: each mark becomes a finding of its own. */
  readonly into: string | null;
  /** Whether Shift is held, which inverts whether the mark joins the selected finding. */
  readonly shiftHeld: boolean;
  /** The mark; while it is being drawn one at its middle, null before the drawing starts. */
  readonly mark: Mark | null;
}

type StudyContext = Pick<StudyState, 'findingsByScan' | 'scans' | 'selectedFindingId'>;

/**
 * Returns whether a mark becomes a new finding or part of an existing one, or the reason for a
 * rejection. A measuring mark near the selected finding joins it, with Shift it does not; any other
 * mark joins the selected finding with Shift only.
 */
export function joiningOf(
  { findingsByScan, scans, selectedFindingId }: StudyContext,
  { scanId, into, shiftHeld, mark }: JoiningRequest,
): Joining {
  const requestedId = into ?? selectedFindingId;
  const finding =
    Object.values(findingsByScan)
      .map((findings) => findingById(findings, requestedId))
      .find((match) => match !== null) ?? null;
  if (into === null) {
    const isNear = mark !== null && finding?.scan.id === scanId && joinsFinding(mark, finding);
    if (isNear && !shiftHeld) return { kind: 'into', finding, automatic: true };
    if (isNear || !shiftHeld) return { kind: 'new', apartFrom: isNear ? finding : null };
  }
  if (finding === null) return { kind: 'rejected', reason: markRejections.noneSelected };
  if (finding.scan.id !== scanId) {
    const side = scans.find(({ id }) => id === finding.scan.id)?.laterality.id ?? null;
    const currentSide = scans.find(({ id }) => id === scanId)?.laterality.id ?? null;
    const reason = markRejections.otherScan(finding.label, side === currentSide ? null : side);
    return { kind: 'rejected', reason };
  }
  if (finding.generator.id !== 'USER')
    return { kind: 'rejected', reason: markRejections.aiFinding };
  return { kind: 'into', finding, automatic: false };
}
