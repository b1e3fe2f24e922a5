import type { Scan, ScanSide } from '#contracts';
import type { CommandDefinition } from '#core';
import { isRunning } from '../state/scan/scan-progress.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';
import { noArguments } from './no-arguments.ts';
import { type CommandServices, canControl } from './services.ts';

const OPPOSITE_SIDE: Readonly<Record<ScanSide, ScanSide>> = { R: 'L', L: 'R' };

/** Opens the prescan page for the other breast of the same visit. */
export function otherSideCommand(services: CommandServices): CommandDefinition<void> {
  return nextScanCommand('scanner.other-side', services, (side) => OPPOSITE_SIDE[side]);
}

/**
 * Opens the prescan page for the same breast; the repeat is a new scan, and the existing scan is
 * kept.
 */
export function repeatSideCommand(services: CommandServices): CommandDefinition<void> {
  return nextScanCommand('scanner.repeat-side', services, (side) => side);
}

function nextScanCommand(
  id: string,
  services: CommandServices,
  nextSide: (side: ScanSide) => ScanSide,
): CommandDefinition<void> {
  return {
    id,
    undo: 'none',
    validate: noArguments,
    enabled() {
      if (findOpenScan(services) === null) return scanStateTexts.commands.noScan;
      const { progress } = services.run.store.getState();
      const busy = progress !== null && (isRunning(progress) || progress.phase === 'starting');
      return busy ? scanStateTexts.commands.running : canControl(services);
    },
    run() {
      const scan = findOpenScan(services);
      if (scan === null) return;
      const side = nextSide(scan.laterality.id);
      const { patientId, protocol, studyId } = scan;
      const query = new URLSearchParams({ patient: patientId, study: studyId, side, protocol });
      services.navigation.go(`/prescan-info?${query.toString()}`);
    },
  };
}

/** Returns the open scan; null if none is open. */
function findOpenScan({ study }: CommandServices): Scan | null {
  const { scans, targetScanId } = study.store.getState();
  return scans.find(({ id }) => id === targetScanId) ?? null;
}
