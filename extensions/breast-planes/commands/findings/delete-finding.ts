import type { CommandDefinition } from '#core';
import { commandTexts } from '../../texts/command-texts.ts';
import { showFailure } from '../services.ts';
import {
  type FindingArguments,
  findingArguments,
  findingOf,
  mayChange,
} from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';
import { findingIn, offerUndo } from './offer-undo.ts';
import { removeFromList } from './remove-from-list.ts';

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

/** Deletes without confirmation, selects the neighbour in the list and offers to undo. */
export function deleteFinding(services: FindingServices, findingId: string | null): void {
  if (findingId === null) return;
  const { study } = services;
  const deleted = removeFromList(services, findingId, () => study.deleteFinding(findingId));
  showFailure(services, deleted);
  if (!deleted.ok) return;
  // Captures the undo of this deletion, because another action may be the newest when the button is
  // pressed.
  const undoDeletion = study.captureUndo();
  const run = (): void => showFailure(services, undoDeletion());
  offerUndo(services, commandTexts.deleted, run, (state) => findingIn(state, findingId) !== null);
}
