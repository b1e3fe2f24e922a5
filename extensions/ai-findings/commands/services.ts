import { type Finding, routes } from '#contracts';
import type {
  ExtensionContext,
  FindingProviders,
  JobTracker,
  Notices,
  Preferences,
  Session,
  StudyDocument,
  ViewState,
} from '#core';
import { isInAiLayer } from '#findings';
import { token } from '#foundation';
import type { AiReading } from '../state/ai-reading.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import { aiTexts } from '../texts/ai-texts.ts';

/** Services of the commands of this extension. */
export interface AiServices {
  readonly study: StudyDocument;
  readonly view: ViewState;
  readonly jobs: JobTracker;
  readonly notices: Notices;
  readonly session: Session;
  readonly preferences: Preferences;
  readonly reading: AiReading;
  /** Runs the finding providers of all extensions. */
  readonly providers: FindingProviders;
  /** Whether AI findings can be edited at this site. */
  readonly editsAi: boolean;
  readonly segment: AiSegment;
  /** Runs a command of any extension. */
  readonly run: ExtensionContext['run'];
}

export const aiServicesToken = token<AiServices>('ai-findings.services');

/** Returns the finding with this id in any shown scan; null `id`: the selected finding. */
export function findingOf({ study }: Pick<AiServices, 'study'>, id: string | null): Finding | null {
  const { findingsByScan, selectedFindingId } = study.store.getState();
  const wanted = id ?? selectedFindingId;
  for (const findings of Object.values(findingsByScan)) {
    const finding = findings.find((candidate) => candidate.id === wanted);
    if (finding !== undefined) return finding;
  }
  return null;
}

/** Returns true, or the reason why the selected finding can't be decided. */
export function mayDecide(services: AiServices): true | string {
  const { session, view } = services;
  if (!session.mayCall(routes.decideAiFinding)) return aiTexts.reasons.notYourRole;
  const { aiLayer, readsCase } = view.store.getState();
  if (readsCase) return aiTexts.reasons.readsCase;
  if (aiLayer.hidden) return aiTexts.reasons.hidden;
  const finding = findingOf(services, null);
  if (finding === null || finding.ai === null) return aiTexts.reasons.selectProposal;
  const isShown = finding.ai.decision !== null || isInAiLayer(finding, aiLayer);
  return isShown || aiTexts.reasons.filtered;
}
