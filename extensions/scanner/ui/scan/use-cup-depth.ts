import { useEffect, useState } from 'react';
import { routes } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken } from '#core';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';

/**
 * Returns the depth in mm of the cup of an attempt, which the scan service stores at its start; null
 * if not known.
 */
export function useCupDepth(
  context: ExtensionContext,
  patientId: string | null,
  { scanId, epoch, phase }: ScanProgress,
): number | null {
  const api = context.use(apiToken);
  const mayRead = context.use(sessionToken).mayCall(routes.lastUsedDeviceSettings);
  const [cup, setCup] = useState<{ readonly scanId: string; readonly mm: number | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for each attempt and phase.
  useEffect(() => {
    if (patientId === null || !mayRead) return;
    let cancelled = false;
    void api.call(routes.lastUsedDeviceSettings, { params: { patientId } }).then((used) => {
      if (cancelled || !used.ok || used.value.scanId !== scanId) return;
      setCup({ scanId, mm: used.value.cupDepth });
    });
    return () => {
      cancelled = true;
    };
  }, [api, mayRead, patientId, scanId, epoch, phase]);
  return cup?.scanId === scanId ? cup.mm : null;
}
