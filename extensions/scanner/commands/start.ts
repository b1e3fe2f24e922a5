import { idSchema } from '#contracts';
import type { CommandDefinition } from '#core';
import { fail, ok, ProblemError, problem } from '#foundation';
import { isRunning } from '../state/scan-progress.ts';
import { wrongArguments } from './no-arguments.ts';
import { type CommandServices, maySteer, orThrow } from './services.ts';

export interface StartArgs {
  /** Null: the scan that is open. */
  readonly scanId: string | null;
}

/** Starts a scan, or starts it again from its first frame. */
export function startCommand(services: CommandServices): CommandDefinition<StartArgs> {
  return {
    id: 'scanner.start',
    undo: 'none',
    validate(args) {
      const { scanId } = (args ?? {}) as Record<string, unknown>;
      if (scanId === undefined || scanId === null) return ok({ scanId: null });
      const parsed = idSchema.safeParse(scanId);
      if (parsed.success) return ok({ scanId: parsed.data });
      return fail(wrongArguments(`'scanId' must be an id, got ${JSON.stringify(scanId)}.`));
    },
    enabled() {
      const { progress } = services.run.store.getState();
      if (progress?.phase === 'completed') return 'The scan is complete';
      if (progress !== null && isRunning(progress)) return 'The scan is running';
      return maySteer(services);
    },
    run({ scanId }) {
      const target = scanId ?? services.study.store.getState().targetScanId;
      if (target === null) {
        const next = 'Start a scan from the patient list.';
        throw new ProblemError(problem('NO_SCAN_OPEN', 'No scan is open', 'No target.', next));
      }
      return orThrow(services.run.start(target));
    },
  };
}
