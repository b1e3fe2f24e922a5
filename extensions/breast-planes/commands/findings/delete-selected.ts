import type { CommandDefinition } from '#core';
import { dayTextOf } from '#foundation';
import { markRejections } from '../../state/findings/mark-rejections.ts';
import { mayAnnotate, needsSelection, noArguments, showFailure } from '../services.ts';
import { deleteFinding } from './delete-finding.ts';
import type { FindingServices } from './finding-services.ts';

/**
 * Deletes the selected mark, or the whole finding with its last mark; undo restores both. Disabled
 * once the report is signed.
 */
export function deleteSelectedCommand(services: FindingServices): CommandDefinition<void> {
  const { drawing, findingsUi } = services;
  return {
    id: 'breast-planes.delete-selected',
    undo: 'document',
    validate: noArguments,
    enabled() {
      const may = mayAnnotate(services.session);
      if (may !== true) return may;
      const { signed } = findingsUi.store.getState();
      if (signed !== null) return markRejections.signed(signed.name, dayTextOf(signed.at));
      return needsSelection(services.study);
    },
    run() {
      const { findings, selectedFindingId } = services.study.store.getState();
      const { selectedMark } = drawing.store.getState();
      const finding = findings.find(({ id }) => id === selectedFindingId);
      const marks = Object.keys(finding?.marks ?? {});
      const markId =
        selectedMark?.findingId === selectedFindingId ? selectedMark?.markId : undefined;
      // Without a selected mark, or with the last mark, deletes the finding and offers to undo.
      if (finding === undefined || markId === undefined || marks.length < 2) {
        deleteFinding(services, selectedFindingId);
        return;
      }
      showFailure(services, services.study.deleteMark(finding.id, markId));
      drawing.selectMark(null);
    },
  };
}
