import type { CommandDefinition } from '#core';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, maySteer, orThrow } from './services.ts';

/** Goes on with the next frame. */
export function resumeCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.resume',
    undo: 'none',
    validate: noArguments,
    enabled: () =>
      run.store.getState().progress?.phase === 'paused'
        ? maySteer(services)
        : 'The scan is not paused',
    run: () => orThrow(run.resume()),
  };
}
