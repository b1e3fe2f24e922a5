import { useEffect, useState } from 'react';
import { type DeviceStatus, routes, type Scan } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken } from '#core';
import { useStore } from '#ui';
import { clockAnglesOf } from '../../model/index.ts';
import { storedAngle } from '../../state/scan/stored-angle.ts';
import { scanRunToken } from '../../state/scan/tokens.ts';

/** The scan on which the scanner works, recorded or paused. */
export interface RunningScan {
  readonly scan: Scan;
  /** Stored frames of the current attempt in per cent; null if not known. */
  readonly percent: number | null;
}

/** Returns the id of the scan on which a scanner works; null if none. */
export function runningScanId(status: DeviceStatus | null): string | null {
  if (status === null) return null;
  return status.state === 'scanning' || status.state === 'paused' ? status.scanId : null;
}

/** Returns the user's own scan on which the scanner works; null if none. */
export function useRunningScan(context: ExtensionContext): RunningScan | null {
  const { scanner } = context.use(scanRunToken);
  const api = context.use(apiToken);
  const session = context.use(sessionToken);
  const userId = session.store.getState().user?.id ?? null;
  const mayScan = session.mayCall(routes.leaseDevice);
  const scanId = useStore(scanner.store, ({ status }) => runningScanId(status));
  const [running, setRunning] = useState<RunningScan | null>(null);
  useEffect(() => {
    if (scanId === null || !mayScan) return;
    let cancelled = false;
    const setPercent = (stored: number, total: number): void => {
      const percent = Math.floor((stored / total) * 100);
      setRunning((last) => (last === null ? null : { ...last, percent }));
    };
    const read = async (): Promise<void> => {
      const [scan, files] = await Promise.all([
        api.call(routes.getScan, { params: { id: scanId } }),
        api.call(routes.listScanFiles, {
          params: { scanId },
          query: { fileCategory: 'SCAN_IMAGE' },
        }),
      ]);
      if (cancelled || !scan.ok || scan.value.createdBy !== userId) return;
      setRunning({ scan: scan.value, percent: null });
      if (!files.ok) return;
      const stored = files.value.items
        .flatMap(storedAngle)
        .filter(({ epoch }) => epoch === scan.value.epoch);
      setPercent(stored.length, 2 * clockAnglesOf(scan.value.protocol).length);
    };
    void read();
    const ticks = scanner.onTick((tick) => {
      if (tick.scanId === scanId) setPercent(tick.framesStored, tick.framesTotal);
    });
    return () => {
      cancelled = true;
      ticks.dispose();
    };
  }, [api, scanner, scanId, mayScan, userId]);
  return running?.scan.id === scanId ? running : null;
}
