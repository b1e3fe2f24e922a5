import type { CommandDefinition } from '#core';
import {
  findingById,
  type ListChoice,
  listRows,
  shownOf,
  walkOrder,
} from '../../model/findings/finding-rows.ts';
import { showsDetections } from '../../state/findings/findings-ui-state.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { type CommandServices, noArguments, showFinding } from '../services.ts';
import type { FindingServices } from './finding-commands.ts';
import type { PriorWalk } from './walk-prior.ts';

/** Returns which findings the list shows: whether hidden findings and AI detections are listed. */
export function choiceOf({ study, findingsUi, preferences }: FindingServices): ListChoice {
  return {
    hiddenIds: study.store.getState().hiddenFindingIds,
    showsHidden: findingsUi.store.getState().showsHidden,
    showsDetections: showsDetections(preferences.store.getState().values),
  };
}

/** Returns the listed findings in list order. */
function findingsInOrder(services: FindingServices) {
  const scans = listedScans(services.study.store.getState());
  return walkOrder(listRows(scans, choiceOf(services)));
}

/** Returns true if the list has a finding; sorts nothing, because every document change calls it. */
function hasListedFindings(services: FindingServices): boolean {
  const choice = choiceOf(services);
  const scans = listedScans(services.study.store.getState());
  return scans.some(({ findings }) => shownOf(findings, choice).length > 0);
}

/**
 * Selects the next or previous listed finding of both breasts, wrapping at the ends, and moves
 * every plane. Steps through the findings of a prior scan while one of its views is active.
 */
export function walkCommand(
  services: FindingServices,
  prior: PriorWalk,
  direction: 'next' | 'previous',
): CommandDefinition<void> {
  return {
    id: `breast-planes.${direction}-finding`,
    undo: 'none',
    validate: noArguments,
    enabled() {
      const choice = choiceOf(services);
      const hasFindings = prior.hasAny(choice) ?? hasListedFindings(services);
      return hasFindings || commandTexts.noFindings;
    },
    run() {
      const step = direction === 'next' ? 1 : -1;
      if (prior.step(step, choiceOf(services))) return;
      const findings = findingsInOrder(services);
      const { selectedFindingId } = services.study.store.getState();
      const selectedIndex = findings.findIndex(({ id }) => id === selectedFindingId);
      // Without a selection, next starts at the first finding and previous at the last.
      const start = selectedIndex === -1 && step === -1 ? 0 : selectedIndex;
      const target = findings[(start + step + findings.length) % findings.length];
      if (target !== undefined) goToFinding(services, target.id);
    },
  };
}

/**
 * Selects a finding of either breast, makes its scan the target, and moves every plane to the
 * finding.
 */
export function goToFinding(services: CommandServices, findingId: string): void {
  const { study } = services;
  const { findingsByScan, targetScanId } = study.store.getState();
  const scanId = Object.entries(findingsByScan).find(
    ([, findings]) => findingById(findings, findingId) !== null,
  )?.[0];
  if (scanId !== undefined && scanId !== targetScanId) void study.selectScan(scanId);
  showFinding(services, findingId);
}
