import type { Finding } from '#contracts';
import type { StudyState } from '#core';
import { findingById } from '../../model/findings/finding-rows.ts';
import { markRejections } from './mark-rejections.ts';

/** What becomes of a mark that is drawn now. */
export type Joining =
  | { readonly kind: 'new' }
  | { readonly kind: 'into'; readonly finding: Finding }
  | { readonly kind: 'refused'; readonly reason: string };

export interface JoiningRequest {
  /** The scan in whose image the mark is drawn. */
  readonly scanId: string;
  /** The finding to which marks are being added; null while each is a finding of its own. */
  readonly into: string | null;
  /** Shift is held: the mark goes into the selected finding. */
  readonly shiftHeld: boolean;
}

type StudyContext = Pick<StudyState, 'findingsByScan' | 'scans' | 'selectedFindingId'>;

/** Whether a mark becomes a finding of its own or part of one, and why it can't where it was meant to. */
export function joiningOf(
  { findingsByScan, scans, selectedFindingId }: StudyContext,
  { scanId, into, shiftHeld }: JoiningRequest,
): Joining {
  if (into === null && !shiftHeld) return { kind: 'new' };
  const requestedId = into ?? selectedFindingId;
  const finding = Object.values(findingsByScan).reduce<Finding | null>(
    (match, findings) => match ?? findingById(findings, requestedId),
    null,
  );
  if (finding === null) return { kind: 'refused', reason: markRejections.noneSelected };
  if (finding.scan.id !== scanId) {
    const side = scans.find(({ id }) => id === finding.scan.id)?.laterality.id ?? null;
    const currentSide = scans.find(({ id }) => id === scanId)?.laterality.id ?? null;
    const reason = markRejections.otherScan(finding.label, side === currentSide ? null : side);
    return { kind: 'refused', reason };
  }
  if (finding.generator.id !== 'USER') return { kind: 'refused', reason: markRejections.aiFinding };
  return { kind: 'into', finding };
}
