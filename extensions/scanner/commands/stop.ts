import type { CommandDefinition } from '#core';
import { isRunning } from '../state/scan/scan-progress.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/** Stops the recording; stored frames are kept, and the scan can be restarted. */
export function stopCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.stop',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { progress } = run.store.getState();
      return progress !== null && isRunning(progress)
        ? canControl(services)
        : scanStateTexts.commands.notRunning;
    },
    run: () => orThrow(run.stop()),
  };
}
