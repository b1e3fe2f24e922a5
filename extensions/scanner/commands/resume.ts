import type { CommandDefinition } from '#core';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/** Resumes a paused scan with the next frame. */
export function resumeCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.resume',
    undo: 'none',
    validate: noArguments,
    enabled: () =>
      run.store.getState().progress?.phase === 'paused'
        ? canControl(services)
        : scanStateTexts.commands.notPaused,
    run: () => orThrow(run.resume()),
  };
}
