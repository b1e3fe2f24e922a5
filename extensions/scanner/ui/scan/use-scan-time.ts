import { useEffect, useState } from 'react';
import type { ReadonlyStore } from '#core';
import { useStore } from '#ui';
import { type ScanTime, timeAt } from '../../state/scan/scan-time.ts';

const STEP_MS = 200;

/**
 * Returns the time of the recording, advanced between two reports of the device; null if unknown.
 */
export function useScanTime(
  store: ReadonlyStore<{ readonly time: ScanTime | null }>,
): ScanTime | null {
  const { time } = useStore(store);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isAdvancing = time?.isAdvancing === true;
  useEffect(() => {
    if (!isAdvancing) return;
    const timer = setInterval(() => setNowMs(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [isAdvancing]);
  return time === null ? null : timeAt(time, Math.max(nowMs, time.atMs));
}
