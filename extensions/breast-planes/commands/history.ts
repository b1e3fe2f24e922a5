import type { CommandDefinition } from '#core';
import { commandTexts } from '../texts/command-texts.ts';
import { type CommandServices, noArguments, tell } from './services.ts';

/** Takes back the last edit of the study document. */
export function undoCommand(services: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.undo',
    undo: 'document',
    validate: noArguments,
    enabled: () => services.study.store.getState().canUndo || commandTexts.nothingToUndo,
    run: () => tell(services, services.study.undo()),
  };
}

/** Does again what was taken back. */
export function redoCommand(services: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.redo',
    undo: 'document',
    validate: noArguments,
    enabled: () => services.study.store.getState().canRedo || commandTexts.nothingToRedo,
    run: () => tell(services, services.study.redo()),
  };
}
