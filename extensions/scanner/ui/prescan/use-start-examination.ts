import { useEffect, useState } from 'react';
import type { PanelProps } from '#core';
import type { Problem } from '#foundation';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';
import type { ScanPlan } from '../../state/scan/start-examination.ts';
import { examinationToken, scannerChecksToken } from '../../state/scan/tokens.ts';
import { isPreparedFor } from '../../state/scanner/scanner-checks.ts';

/**
 * Returns a function that starts a scan, and its state. The function prepares the scanner first
 * unless it is already prepared for exactly these settings. If the preparation fails, the page
 * stays open with its checks, and no study or scan is created.
 */
export function useStartExamination(context: PanelProps['context'], info: ExaminationInfo) {
  const examination = context.use(examinationToken);
  const checks = context.use(scannerChecksToken);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  // The checks of a patient's scan do not apply to the next scan.
  useEffect(() => () => checks.clear(), [checks]);

  const isReady = async (plan: ScanPlan): Promise<boolean> => {
    if (isPreparedFor(checks.store.getState(), plan.preparation)) return true;
    const prepared = await checks.prepare(plan.preparation);
    return prepared.ok && prepared.value.result === 'Passed';
  };
  const start = async (plan: ScanPlan): Promise<void> => {
    setBusy(true);
    setFailure(null);
    if (await isReady(plan)) {
      const started = await examination.start(info, plan);
      // The scanner is now busy or rejected the scan; the next scan needs another check.
      checks.clear();
      if (!started.ok) setFailure(started.problem);
    }
    setBusy(false);
  };
  return { start, busy, failure };
}
