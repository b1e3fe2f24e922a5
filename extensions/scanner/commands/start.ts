import { idSchema } from '#contracts';
import type { CommandDefinition } from '#core';
import { fail, ok, ProblemError, problem } from '#foundation';
import { isRunning } from '../state/scan/scan-progress.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { invalidArguments } from './no-arguments.ts';
import { type CommandServices, canControl, orThrow } from './services.ts';

export interface StartArgs {
  /** Null means the open scan. */
  readonly scanId: string | null;
}

/** Starts a scan, or restarts a scan from its first frame. */
export function startCommand(services: CommandServices): CommandDefinition<StartArgs> {
  return {
    id: 'scanner.start',
    undo: 'none',
    validate(args) {
      const { scanId } = (args ?? {}) as Record<string, unknown>;
      if (scanId === undefined || scanId === null) return ok({ scanId: null });
      const parsed = idSchema.safeParse(scanId);
      if (parsed.success) return ok({ scanId: parsed.data });
      return fail(
        invalidArguments(scanStateTexts.invalidArguments.noId('scanId', JSON.stringify(scanId))),
      );
    },
    enabled() {
      const { progress } = services.run.store.getState();
      if (progress?.phase === 'completed') return scanStateTexts.commands.complete;
      if (progress !== null && isRunning(progress)) return scanStateTexts.commands.running;
      return canControl(services);
    },
    run({ scanId }) {
      const target = scanId ?? services.study.store.getState().targetScanId;
      if (target === null) {
        const { title, noTarget, next } = scanStateTexts.noScan;
        throw new ProblemError(problem('NO_SCAN_OPEN', title, noTarget, next));
      }
      return orThrow(services.run.start(target));
    },
  };
}
