import type { Scan } from '#contracts';
import { type CommandDefinition, sortBySide } from '#core';
import { fail, ok } from '#foundation';
import { commandTexts } from '../../texts/command-texts.ts';
import { type CommandServices, invalidArguments, showFailure } from '../services.ts';

/** Returns the completed scans in the order of their chips, right breast first. */
function completedScans({ study }: CommandServices): readonly Scan[] {
  return sortBySide(study.store.getState().scans.filter(({ scanState }) => scanState === 'C'));
}

/** Opens the scan that is `by` places after the open scan, wrapping at the ends. */
export function stepScanCommand(
  services: CommandServices,
): CommandDefinition<{ readonly by: number }> {
  const { study } = services;
  return {
    id: 'breast-planes.step-scan',
    undo: 'none',
    validate(args) {
      const { by } = (args ?? {}) as Record<string, unknown>;
      if (typeof by === 'number' && Number.isInteger(by)) return ok({ by });
      return fail(invalidArguments(commandTexts.invalidArguments.noScans(JSON.stringify(args))));
    },
    enabled: () => completedScans(services).length > 1 || commandTexts.oneScan,
    async run({ by }) {
      const scans = completedScans(services);
      const { targetScanId } = study.store.getState();
      const currentIndex = Math.max(
        0,
        scans.findIndex(({ id }) => id === targetScanId),
      );
      // A negative remainder counts from the end of the list.
      const next = scans.at((currentIndex + by) % scans.length);
      if (next !== undefined) showFailure(services, await study.selectScan(next.id));
    },
  };
}
