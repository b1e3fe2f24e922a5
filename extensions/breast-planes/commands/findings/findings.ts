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
import { type CommandServices, noArguments, showFailure, showFinding } from '../services.ts';
import {
  type FindingArguments,
  type FindingServices,
  findingArguments,
  findingOf,
  mayChange,
} from './finding-commands.ts';
import { findingIn, offerUndo } from './offer-undo.ts';
import type { PriorWalk } from './walk-prior.ts';

function choiceOf({ findingsUi, preferences }: FindingServices): ListChoice {
  return {
    showsHidden: findingsUi.store.getState().showsHidden,
    showsDetections: showsDetections(preferences.store.getState().values),
  };
}

/** Returns the listed findings in list order. */
function findingsInOrder(services: FindingServices) {
  const scans = listedScans(services.study.store.getState());
  return walkOrder(listRows(scans, choiceOf(services)));
}

/** Called on every document change, so nothing is sorted. */
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
    enabled: () =>
      (prior.hasAny(choiceOf(services)) ?? hasListedFindings(services)) || commandTexts.noFindings,
    run() {
      if (prior.step(direction === 'next' ? 1 : -1, choiceOf(services))) return;
      const findings = findingsInOrder(services);
      const { selectedFindingId } = services.study.store.getState();
      const step = direction === 'next' ? 1 : -1;
      const at = findings.findIndex(({ id }) => id === selectedFindingId);
      const start = at === -1 ? (direction === 'next' ? -1 : findings.length) : at;
      const next = findings[(start + step + findings.length) % findings.length];
      return next === undefined ? undefined : goToFinding(services, next.id);
    },
  };
}

/**
 * Selects a finding of either breast, makes its scan the target, and moves every plane to the
 * finding.
 */
export async function goToFinding(services: CommandServices, findingId: string): Promise<void> {
  const { study } = services;
  const { findingsByScan, targetScanId } = study.store.getState();
  const scanId = Object.entries(findingsByScan).find(
    ([, findings]) => findingById(findings, findingId) !== null,
  )?.[0];
  if (scanId !== undefined && scanId !== targetScanId) void study.selectScan(scanId);
  showFinding(services, findingId);
}

/** Deletes the named finding, else the selected one; undo restores the finding. */
export function deleteFindingCommand(
  services: FindingServices,
): CommandDefinition<FindingArguments> {
  return {
    id: 'breast-planes.delete-finding',
    undo: 'document',
    validate: findingArguments,
    enabled() {
      const may = mayChange(services);
      if (may !== true) return may;
      return findingOf(services, null) !== null || commandTexts.selectFirst;
    },
    run: ({ findingId }) =>
      deleteFinding(services, findingId ?? services.study.store.getState().selectedFindingId),
  };
}

/** Deletes without confirmation and offers to undo. */
export function deleteFinding(services: CommandServices, findingId: string | null): void {
  if (findingId === null) return;
  const deleted = services.study.deleteFinding(findingId);
  showFailure(services, deleted);
  if (!deleted.ok) return;
  // Captures the undo of this deletion, because another action may be the newest when the button is
  // pressed.
  const undoDeletion = services.study.captureUndo();
  const run = (): void => showFailure(services, undoDeletion());
  offerUndo(services, commandTexts.deleted, run, (state) => findingIn(state, findingId) !== null);
}
