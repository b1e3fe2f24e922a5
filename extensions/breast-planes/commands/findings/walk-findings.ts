import type { Finding } from '#contracts';
import type { CommandDefinition } from '#core';
import { findingById } from '../../model/findings/finding-rows.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { type CommandServices, noArguments, showFinding } from '../services.ts';
import type { FindingServices } from './finding-services.ts';
import { choiceOf, findingsInOrder, hasListedFindings } from './list-order.ts';
import { showOnceLoaded } from './show-once-loaded.ts';
import type { PriorWalk } from './walk-prior.ts';

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
      const target = findings[targetIndex(services, findings, direction)];
      services.findingsUi.set({ removedPlace: null });
      if (target !== undefined) goToFinding(services, target.id);
    },
  };
}

/**
 * Returns the index of the finding to visit, wrapping at the ends: the neighbour of the selected
 * finding, or the selected finding itself if it took over the place of a removed one on this side.
 */
function targetIndex(
  { study, findingsUi }: FindingServices,
  findings: readonly Finding[],
  direction: 'next' | 'previous',
): number {
  const { selectedFindingId } = study.store.getState();
  const { removedPlace } = findingsUi.store.getState();
  const selectedIndex = findings.findIndex(({ id }) => id === selectedFindingId);
  const isPlaceCurrent = removedPlace?.selectedId === selectedFindingId;
  if (isPlaceCurrent && selectedIndex !== -1 && removedPlace?.neighbour === direction)
    return selectedIndex;
  const step = direction === 'next' ? 1 : -1;
  // Without a selection, next starts at the first finding and previous at the last.
  const start = selectedIndex === -1 && step === -1 ? 0 : selectedIndex;
  return (start + step + findings.length) % findings.length;
}

/**
 * Selects a finding of either breast, makes its scan the target, and moves every plane to the
 * finding, once the volume of the scan is known.
 */
export function goToFinding(services: CommandServices, findingId: string): void {
  const { study } = services;
  const { findingsByScan, targetScanId } = study.store.getState();
  const scanId = Object.entries(findingsByScan).find(
    ([, findings]) => findingById(findings, findingId) !== null,
  )?.[0];
  if (scanId !== undefined && scanId !== targetScanId) void study.selectScan(scanId);
  if (scanId !== undefined && !showFinding(services, findingId)) {
    showOnceLoaded(services, scanId, findingId);
  }
}
