import type { CommandDefinition } from '#core';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, maySteer, orThrow } from './services.ts';

/** Starts the open scan again with the next attempt; frames so far stay until it is complete. */
export function restartCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.restart',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { progress } = run.store.getState();
      if (progress === null) return 'No scan is open';
      return progress.phase === 'completed' ? 'The scan is complete' : maySteer(services);
    },
    async run() {
      const { progress } = run.store.getState();
      if (progress !== null) await orThrow(run.start(progress.scanId));
    },
  };
}
