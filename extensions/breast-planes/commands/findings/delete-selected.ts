import type { CommandDefinition } from '#core';
import { dayOf } from '#foundation';
import type { DrawingState } from '../../state/findings/drawing-state.ts';
import type { FindingsDesk } from '../../state/findings/findings-desk.ts';
import { markRefusals } from '../../state/findings/mark-refusals.ts';
import {
  type CommandServices,
  mayAnnotate,
  needsSelection,
  noArguments,
  tell,
} from '../services.ts';
import { deleteFinding } from './findings.ts';

/**
 * Deletes the mark in hand, and the finding with its last one; undo brings it back. Not once the
 * report is signed, as `desk` tells.
 */
export function deleteSelectedCommand(
  services: CommandServices,
  drawing: DrawingState,
  desk: () => FindingsDesk,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.delete-selected',
    undo: 'document',
    validate: noArguments,
    enabled() {
      const may = mayAnnotate(services.session);
      if (may !== true) return may;
      const { signed } = desk().store.getState();
      if (signed !== null) return markRefusals.signed(signed.name, dayOf(signed.at));
      return needsSelection(services.study);
    },
    run() {
      const { findings, selectedFindingId } = services.study.store.getState();
      const { chosen } = drawing.store.getState();
      const finding = findings.find(({ id }) => id === selectedFindingId);
      const marks = Object.keys(finding?.marks ?? {});
      const markId = chosen?.findingId === selectedFindingId ? chosen?.markId : undefined;
      // One of several marks goes alone; the last one takes the finding along, with an offer to undo.
      if (finding === undefined || markId === undefined || marks.length < 2) {
        deleteFinding(services, selectedFindingId);
        return;
      }
      tell(services, services.study.deleteMark(finding.id, markId));
      drawing.choose(null);
    },
  };
}
