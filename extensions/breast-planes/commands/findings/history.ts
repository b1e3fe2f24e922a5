import type { CommandDefinition } from '#core';
import { dayOf, type Result } from '#foundation';
import type { SignedBy } from '../../state/findings/findings-ui-state.ts';
import { markRejections } from '../../state/findings/mark-rejections.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { type CommandServices, noArguments, showFailure } from '../services.ts';

/** Returns the signature of the report, which locks undo and redo; null before signing. */
type Signed = () => SignedBy | null;

const signedReason = (by: SignedBy | null): string | null =>
  by === null ? null : markRejections.signed(by.name, dayOf(by.at));

/**
 * Undoes the last action in the shown scans; names the breast in a notice if its scan is not open.
 */
export function undoCommand(services: CommandServices, signed: Signed): CommandDefinition<void> {
  return {
    id: 'breast-planes.undo',
    undo: 'document',
    validate: noArguments,
    enabled: () =>
      signedReason(signed()) ??
      (services.study.store.getState().canUndo || commandTexts.nothingToUndo),
    run: () => notifyOtherSide(services, services.study.undo(), commandTexts.undoneIn),
  };
}

/** Redoes the last undone action; names the breast in a notice if its scan is not open. */
export function redoCommand(services: CommandServices, signed: Signed): CommandDefinition<void> {
  return {
    id: 'breast-planes.redo',
    undo: 'document',
    validate: noArguments,
    enabled: () =>
      signedReason(signed()) ??
      (services.study.store.getState().canRedo || commandTexts.nothingToRedo),
    run: () => notifyOtherSide(services, services.study.redo(), commandTexts.redoneIn),
  };
}

function notifyOtherSide(
  services: CommandServices,
  done: Result<string>,
  textOf: (side: string) => string,
): void {
  showFailure(services, done);
  const { scans, targetScanId } = services.study.store.getState();
  if (!done.ok || done.value === targetScanId) return;
  const scan = scans.find(({ id }) => id === done.value);
  if (scan === undefined) return;
  services.notices.show('info', textOf(findingTexts.map.sideNames[scan.laterality.id]));
}
