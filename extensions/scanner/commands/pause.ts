import type { CommandDefinition } from '#core';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/** Pauses the scanner between two frames. */
export function pauseCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.pause',
    undo: 'none',
    validate: noArguments,
    enabled: () =>
      run.store.getState().progress?.phase === 'recording'
        ? canControl(services)
        : scanStateTexts.commands.notRunning,
    run: () => orThrow(run.pause()),
  };
}
