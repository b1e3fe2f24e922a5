import { isAnnotation } from '#findings';
import {
  type ListChoice,
  listRows,
  shownOf,
  walkOrder,
} from '../../model/findings/finding-rows.ts';
import { showsDetections } from '../../state/findings/findings-ui-state.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import type { FindingServices } from './finding-services.ts';

/** Returns which findings the list shows: whether hidden findings and AI detections are listed. */
export function choiceOf({ study, findingsUi, preferences, view }: FindingServices): ListChoice {
  return {
    hiddenIds: study.store.getState().hiddenFindingIds,
    showsHidden: findingsUi.store.getState().showsHidden,
    showsDetections: showsDetections(preferences.store.getState().values),
    aiLayer: view.store.getState().aiLayer,
  };
}

/** Returns the listed findings in list order. */
export function findingsInOrder(services: FindingServices) {
  const scans = listedScans(services.study.store.getState());
  return walkOrder(listRows(scans, choiceOf(services)));
}

/** Returns true if the list has a finding; sorts nothing, because every document change calls it. */
export function hasListedFindings(
  services: FindingServices,
  choice: ListChoice = choiceOf(services),
): boolean {
  const scans = listedScans(services.study.store.getState());
  return scans.some(({ findings }) =>
    shownOf(findings, choice).some((finding) => !isAnnotation(finding)),
  );
}
