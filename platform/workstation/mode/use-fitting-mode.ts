import { useEffect, useRef } from 'react';
import type { ModeDefinition, Scan } from '#contracts';
import { selectMode } from '#core';
import { ok } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { useReconstruction } from './use-reconstruction.ts';

/**
 * Returns the mode that fits the scan. Keeps the mode in which a scan was completed until its
 * volume is available, so that the reconstruction is shown on the same page.
 */
export function useFittingMode(path: string, target: Scan | null): ReturnType<typeof selectMode> {
  const { host } = useApplication();
  const lastShown = useRef<{ readonly scanId: string; readonly mode: ModeDefinition } | null>(null);
  const scanId = target?.id ?? null;
  const fitting = selectMode(host.modes, path, { scanState: target?.scanState ?? null });
  const previousMode = lastShown.current?.scanId === scanId ? lastShown.current.mode : null;
  const fittingId = fitting?.ok === true ? fitting.value.id : null;
  const wasRecordedHere =
    target?.scanState === 'C' && previousMode !== null && previousMode.id !== fittingId;
  const { job } = useReconstruction(scanId, wasRecordedHere);
  const shouldStay = wasRecordedHere && job?.status !== 'COMPLETED';
  const selected = shouldStay ? ok(previousMode) : fitting;
  const mode = selected?.ok === true ? selected.value : null;
  useEffect(() => {
    lastShown.current = scanId === null || mode === null ? null : { scanId, mode };
  }, [scanId, mode]);
  return selected;
}
