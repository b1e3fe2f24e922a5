import { useEffect, useRef, useState } from 'react';
import { framesStored, type ScanProgress } from '../../state/scan/scan-progress.ts';

const INTERVAL_MS = 2_000;

/** Returns the frames stored per second over the last 2 s; null while nothing is recorded. */
export function useFrameRate(progress: ScanProgress): number | null {
  const count = useRef(0);
  count.current = framesStored(progress);
  const isRecording = progress.phase === 'recording';
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    if (!isRecording) {
      setRate(null);
      return;
    }
    let lastCount = count.current;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      setRate(Math.max(0, ((count.current - lastCount) * 1000) / (nowMs - lastMs)));
      lastCount = count.current;
      lastMs = nowMs;
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRecording]);
  return rate;
}
