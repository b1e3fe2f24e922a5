import type { CommandDefinition } from '#core';
import { isRunning } from '../state/scan/scan-progress.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/** Pauses a running scan or resumes a paused scan, so that both share a single shortcut. */
export function togglePauseCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.toggle-pause',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { progress } = run.store.getState();
      return progress !== null && isRunning(progress)
        ? canControl(services)
        : scanStateTexts.commands.notRunning;
    },
    run: () =>
      orThrow(run.store.getState().progress?.phase === 'paused' ? run.resume() : run.pause()),
  };
}
