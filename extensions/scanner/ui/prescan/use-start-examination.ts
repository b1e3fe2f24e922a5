import { useEffect, useState } from 'react';
import type { PanelProps } from '#core';
import type { Problem } from '#foundation';
import type { ExaminationInfo, ScanPlan } from '../../state/scan/start-examination.ts';
import { examinationToken, scannerChecksToken } from '../../state/scan/tokens.ts';
import { isPreparedFor } from '../../state/scanner/scanner-checks.ts';

/**
 * Begins a scan: readies the scanner first unless it was found ready for just this. What is not
 * ready stays on the page, with its checks; nothing is recorded and no study is made.
 */
export function useStartExamination(context: PanelProps['context'], info: ExaminationInfo) {
  const examination = context.use(examinationToken);
  const checks = context.use(scannerChecksToken);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  // What was found for one patient's scan is looked at anew for the next.
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
      // What was ready is at work now, or refused: it is looked at again for the next scan.
      checks.clear();
      if (!started.ok) setFailure(started.problem);
    }
    setBusy(false);
  };
  return { start, busy, failure };
}
