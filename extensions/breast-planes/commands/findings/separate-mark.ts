import type { Finding } from '#contracts';
import type { Result } from '#foundation';
import { markTexts } from '../../texts/mark-texts.ts';
import type { FindingServices } from './finding-services.ts';
import { findingIn, offerUndo } from './offer-undo.ts';

type Services = Pick<FindingServices, 'study' | 'notices' | 'drawing'>;

/** Makes a mark a finding of its own; selects the finding, but no mark. */
export function separateMark(
  { study, drawing }: Pick<Services, 'study' | 'drawing'>,
  findingId: string,
  markId: string,
): Result<Finding> {
  const separated = study.separateMark(findingId, markId);
  if (separated.ok) drawing.selectMark(null);
  return separated;
}

/**
 * Reports that a mark has joined a finding because it lies near it, and offers to make it a finding
 * of its own. The notice closes once the mark is no longer part of the finding.
 */
export function offerSeparation(
  services: Services,
  { id, label }: Pick<Finding, 'id' | 'label'>,
  markId: string,
): void {
  const run = (): void => {
    const separated = separateMark(services, id, markId);
    if (!separated.ok) services.notices.showProblem(separated.problem);
  };
  offerUndo(
    services,
    markTexts.join.joined(label),
    run,
    (state) => findingIn(state, id)?.marks[markId] === undefined,
    markTexts.join.separate,
  );
}
