import type { CommandDefinition } from '#core';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControlRun, orThrow } from './services.ts';

/** Stops the recording; stored frames are kept, and the scan can be restarted. */
export function stopCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.stop',
    undo: 'none',
    validate: noArguments,
    enabled: () => canControlRun(services),
    run: () => orThrow(run.stop()),
  };
}
