import type { CommandDefinition } from '#core';
import { type Disposable, Scope } from '#foundation';
import { lengthTool } from '../../state/tools/length.ts';
import { selectTool } from '../../state/tools/tools.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import {
  type FindingArguments,
  findingArguments,
  findingOf,
  mayChange,
} from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';

const isDrawing = (toolId: string | null): boolean => toolId !== null && toolId !== selectTool.id;

/**
 * Adds new marks to the selected finding until the command runs again; used for a lesion in several
 * planes.
 */
export function addToFindingCommand(
  services: FindingServices,
): CommandDefinition<FindingArguments> {
  const { drawing, view, notices } = services;
  return {
    id: 'breast-planes.add-to-finding',
    undo: 'none',
    isOn: () => drawing.store.getState().into !== null,
    validate: findingArguments,
    enabled() {
      if (drawing.store.getState().into !== null) return true;
      const may = mayChange(services);
      if (may !== true) return may;
      const finding = findingOf(services, null);
      if (finding === null) return commandTexts.selectFirst;
      return finding.generator.id === 'USER' || findingTexts.reasons.ofAi;
    },
    run({ findingId }) {
      const { into } = drawing.store.getState();
      const finding = findingOf(services, findingId ?? into);
      if (finding === null || finding.id === into) {
        drawing.setInto(null);
        return;
      }
      if (finding.generator.id !== 'USER') {
        notices.show('user-error', findingTexts.reasons.ofAi);
        return;
      }
      // Keeps the active drawing tool, else activates the length tool.
      if (!isDrawing(view.store.getState().activeToolId)) view.set({ activeToolId: lengthTool.id });
      drawing.setInto(finding.id);
    },
  };
}

/**
 * Stops adding when another finding is selected, the finding is deleted, or no drawing tool is
 * active.
 */
export function stopAddingOnChange({
  study,
  view,
  drawing,
}: Pick<FindingServices, 'study' | 'view' | 'drawing'>): Disposable {
  const scope = new Scope('add to finding');
  const unsubscribeStudy = study.store.subscribe(
    ({ findingsByScan, selectedFindingId }, previous) => {
      const { into } = drawing.store.getState();
      if (into === null) return;
      if (
        findingsByScan === previous.findingsByScan &&
        selectedFindingId === previous.selectedFindingId
      ) {
        return;
      }
      const isOtherSelected = selectedFindingId !== null && selectedFindingId !== into;
      if (isOtherSelected || findingOf({ study }, into) === null) drawing.setInto(null);
    },
  );
  const unsubscribeView = view.store.subscribe(({ activeToolId }) => {
    if (!isDrawing(activeToolId) && drawing.store.getState().into !== null) drawing.setInto(null);
  });
  scope.own({ dispose: unsubscribeStudy });
  scope.own({ dispose: unsubscribeView });
  return scope;
}
