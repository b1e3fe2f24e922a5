import type { PlatformServices } from '#core';
import { clinicalTexts } from '../texts/clinical-texts.ts';

const PREFERENCE_CODE = 'reading.clinical';

type FoldServices = Pick<PlatformServices, 'preferences' | 'notices'>;

/** Returns whether the reader keeps the clinical information unfolded. */
export function isUnfolded({ preferences }: Pick<FoldServices, 'preferences'>): boolean {
  return preferences.store.getState().values.get(PREFERENCE_CODE) === 'unfolded';
}

/** Unfolds or folds the clinical information and saves the choice in the reader's preferences. */
export function setUnfolded(services: FoldServices, unfolded: boolean): void {
  const { preferences, notices } = services;
  const saved = unfolded
    ? preferences.save(PREFERENCE_CODE, 'unfolded')
    : preferences.reset(PREFERENCE_CODE);
  void saved.then((result) => {
    if (!result.ok) notices.showProblem(result.problem);
  });
}

type VisibilityServices = Pick<PlatformServices, 'session' | 'viewState'>;

/**
 * Returns true if the user may see clinical information; otherwise the reason. Blind annotators and
 * readers of a case never see it, nor does a reader of whom it is unknown whether a case is open.
 */
export function clinicalAvailability({ session, viewState }: VisibilityServices): true | string {
  const { user } = session.store.getState();
  const { readsCase, awaitsCases } = viewState.store.getState();
  const isBlind = (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR');
  return isBlind || readsCase || awaitsCases ? clinicalTexts.hiddenReason : true;
}
