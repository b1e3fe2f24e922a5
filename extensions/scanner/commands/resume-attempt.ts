import type { CommandDefinition } from '#core';
import { canResumeAttempt } from '../state/scan/scan-gaps.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

/** Resumes an interrupted scan; records only the frames that are not stored. */
export function resumeAttemptCommand(services: CommandServices): CommandDefinition<void> {
  const { run } = services;
  return {
    id: 'scanner.go-on',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { progress } = run.store.getState();
      if (progress === null) return scanStateTexts.commands.noScan;
      return canResumeAttempt(progress)
        ? canControl(services)
        : scanStateTexts.commands.nothingToResume;
    },
    async run() {
      const { progress } = run.store.getState();
      if (progress !== null) await orThrow(run.resumeAttempt(progress.scanId));
    },
  };
}
