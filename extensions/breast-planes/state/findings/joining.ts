import type { Finding } from '#contracts';
import type { StudyState } from '#core';
import { findingById } from '../../model/findings/finding-rows.ts';
import { markRejections } from './mark-rejections.ts';

/** What a drawn mark becomes: a new finding or part of one; or the reason of a rejection. */
export type Joining =
  | { readonly kind: 'new' }
  | { readonly kind: 'into'; readonly finding: Finding }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface JoiningRequest {
  /** The scan of the image in which the mark is drawn. */
  readonly scanId: string;
  /** The finding to which marks are being added; null: each mark becomes a finding of its own. */
  readonly into: string | null;
  /** Whether Shift is held, which adds the mark to the selected finding. */
  readonly shiftHeld: boolean;
}

type StudyContext = Pick<StudyState, 'findingsByScan' | 'scans' | 'selectedFindingId'>;

/**
 * Returns whether a mark becomes a new finding or part of an existing one, or the reason for a
 * rejection.
 */
export function joiningOf(
  { findingsByScan, scans, selectedFindingId }: StudyContext,
  { scanId, into, shiftHeld }: JoiningRequest,
): Joining {
  if (into === null && !shiftHeld) return { kind: 'new' };
  const requestedId = into ?? selectedFindingId;
  const finding =
    Object.values(findingsByScan)
      .map((findings) => findingById(findings, requestedId))
      .find((match) => match !== null) ?? null;
  if (finding === null) return { kind: 'rejected', reason: markRejections.noneSelected };
  if (finding.scan.id !== scanId) {
    const side = scans.find(({ id }) => id === finding.scan.id)?.laterality.id ?? null;
    const currentSide = scans.find(({ id }) => id === scanId)?.laterality.id ?? null;
    const reason = markRejections.otherScan(finding.label, side === currentSide ? null : side);
    return { kind: 'rejected', reason };
  }
  if (finding.generator.id !== 'USER')
    return { kind: 'rejected', reason: markRejections.aiFinding };
  return { kind: 'into', finding };
}
