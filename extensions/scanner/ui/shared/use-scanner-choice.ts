import type { Device } from '#contracts';
import { routes } from '#contracts';
import { type ExtensionContext, sessionToken } from '#core';
import { useStore } from '#ui';
import { isRunning } from '../../state/scan/scan-progress.ts';
import { scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import { useRunningScan } from './use-running-scan.ts';

export interface ScannerChoice {
  readonly devices: readonly Device[];
  /** The scanner that this workstation commands; null before the choice. */
  readonly device: Device | null;
  /** True while a scan or a check of this workstation's scanner runs. */
  readonly locked: boolean;
  choose(deviceId: string): void;
}

/**
 * Returns the choice of the scanner beside this workstation; null if there is nothing to choose: on
 * a desktop, with a single scanner, and for users who record no scans.
 */
export function useScannerChoice(context: ExtensionContext): ScannerChoice | null {
  const run = context.use(scanRunToken);
  const checks = context.use(scannerChecksToken);
  const { devices, device, status, isChoosable } = useStore(run.scanner.store);
  const progress = useStore(run.store, (state) => state.progress);
  const { running } = useStore(checks.store);
  // Also known on pages that do not show the scan.
  const ownScan = useRunningScan(context);
  const mayScan = context.use(sessionToken).mayCall(routes.leaseDevice);
  if (!isChoosable || !mayScan) return null;
  const isOwnScan = progress !== null && progress.deviceId === (device?.id ?? null);
  const isScanning = isOwnScan && (isRunning(progress) || progress.phase === 'starting');
  // Another tab of this workstation may have started a scan or a check.
  const isBusy = status?.state === 'preparing' || status?.state === 'checking';
  return {
    devices,
    device,
    locked: isBusy || isScanning || ownScan !== null || running !== null,
    choose: (deviceId) => run.scanner.choose(deviceId),
  };
}
