import type { Scan } from '#contracts';
import { type CommandDefinition, sortBySide } from '#core';
import { fail, ok } from '#foundation';
import { commandTexts } from '../../texts/command-texts.ts';
import { type CommandServices, invalidArguments, showFailure } from '../services.ts';

/** Returns the completed scans in the order of their chips, right breast first. */
function readable({ study }: CommandServices): readonly Scan[] {
  return sortBySide(study.store.getState().scans.filter(({ scanState }) => scanState === 'C'));
}

/** Opens the next or previous scan of the study, wrapping around. */
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
    enabled: () => readable(services).length > 1 || commandTexts.oneScan,
    async run({ by }) {
      const scans = readable(services);
      const at = scans.findIndex(({ id }) => id === study.store.getState().targetScanId);
      const next = scans[(((Math.max(0, at) + by) % scans.length) + scans.length) % scans.length];
      if (next !== undefined) showFailure(services, await study.selectScan(next.id));
    },
  };
}
