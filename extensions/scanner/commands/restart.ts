import type { CommandDefinition } from '#core';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/**
 * Restarts the open scan with its next attempt; stored frames are kept until that attempt is
 * complete.
 */
export function restartCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.restart',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { progress } = run.store.getState();
      if (progress === null) return scanStateTexts.commands.noScan;
      return progress.phase === 'completed'
        ? scanStateTexts.commands.complete
        : canControl(services);
    },
    async run() {
      const { progress } = run.store.getState();
      if (progress !== null) await orThrow(run.start(progress.scanId));
    },
  };
}
