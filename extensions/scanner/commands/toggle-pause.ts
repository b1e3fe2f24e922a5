import type { CommandDefinition } from '#core';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControlRun, orThrow } from './services.ts';

/** Pauses a running scan or resumes a paused scan, so that both share a single shortcut. */
export function togglePauseCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.toggle-pause',
    undo: 'none',
    validate: noArguments,
    enabled: () => canControlRun(services),
    run: () =>
      orThrow(run.store.getState().progress?.phase === 'paused' ? run.resume() : run.pause()),
  };
}
