import type { CommandDefinition } from '#core';
import { dayTextOf, type Result } from '#foundation';
import type { SignedBy } from '../../state/findings/findings-ui-state.ts';
import { markRejections } from '../../state/findings/mark-rejections.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { type CommandServices, noArguments, showFailure } from '../services.ts';

/** Returns the signature of the report, which locks undo and redo; null before signing. */
type GetSignature = () => SignedBy | null;

const signedReason = (by: SignedBy | null): string | null =>
  by === null ? null : markRejections.signed(by.name, dayTextOf(by.at));

/** Returns what takes back the last point of a drawing in progress; null without one. */
type GetDrawingUndo = () => (() => void) | null;

/**
 * Takes back the last point of a drawing in progress, else undoes the last action in the shown scans;
 * names the breast in a notice if its scan is not open.
 */
export function undoCommand(
  services: CommandServices,
  signature: GetSignature,
  drawingUndo: GetDrawingUndo,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.undo',
    undo: 'document',
    validate: noArguments,
    enabled: () =>
      signedReason(signature()) ??
      (drawingUndo() !== null ||
        services.study.store.getState().canUndo ||
        commandTexts.nothingToUndo),
    run() {
      const undoPoint = drawingUndo();
      if (undoPoint !== null) undoPoint();
      else reportResult(services, services.study.undo(), commandTexts.undoneIn);
    },
  };
}

/** Redoes the last undone action; names the breast in a notice if its scan is not open. */
export function redoCommand(
  services: CommandServices,
  signature: GetSignature,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.redo',
    undo: 'document',
    validate: noArguments,
    enabled: () =>
      signedReason(signature()) ??
      (services.study.store.getState().canRedo || commandTexts.nothingToRedo),
    run: () => reportResult(services, services.study.redo(), commandTexts.redoneIn),
  };
}

/**
 * Shows a failure, or a notice with the breast if the changed scan is not open; `result` is the id
 * of the changed scan.
 */
function reportResult(
  services: CommandServices,
  result: Result<string>,
  textOf: (side: string) => string,
): void {
  showFailure(services, result);
  const { scans, targetScanId } = services.study.store.getState();
  if (!result.ok || result.value === targetScanId) return;
  const scan = scans.find(({ id }) => id === result.value);
  if (scan === undefined) return;
  services.notices.show('info', textOf(findingTexts.map.sideNames[scan.laterality.id]));
}
