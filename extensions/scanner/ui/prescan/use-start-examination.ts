import { useEffect, useState } from 'react';
import type { PanelProps } from '#core';
import type { Problem } from '#foundation';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';
import type { ScanPlan } from '../../state/scan/start-examination.ts';
import { examinationToken, scannerChecksToken } from '../../state/scan/tokens.ts';
import { isPreparedFor } from '../../state/scanner/scanner-checks.ts';

/** Codes of problems after which the operator has to choose the study again. */
const STUDY_PROBLEMS = ['STUDY_CHANGED', 'REPORT_SIGNED', 'VISIT_ENDED'];

/** A start that failed. */
interface Failure {
  /** The studies that were shown; the failure no longer applies to studies that are read later. */
  readonly info: ExaminationInfo;
  readonly problem: Problem;
  readonly isAboutStudy: boolean;
}

/**
 * Returns a function that starts a scan, and its state. The function prepares the scanner first
 * unless it is already prepared for exactly these settings. If the preparation fails, the page
 * stays open with its checks, and no study or scan is created. `showStudies` reads the studies again
 * after a failure that concerns the study, and is null otherwise.
 */
export function useStartExamination(
  context: PanelProps['context'],
  info: ExaminationInfo,
  readAgain: () => Promise<Problem | null>,
) {
  const examination = context.use(examinationToken);
  const checks = context.use(scannerChecksToken);
  const [failure, setFailure] = useState<Failure | null>(null);
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
      if (!started.ok) {
        const { problem } = started;
        setFailure({ info, problem, isAboutStudy: STUDY_PROBLEMS.includes(problem.code) });
      }
    }
    setBusy(false);
  };
  const showStudies = async (): Promise<void> => {
    setBusy(true);
    const problem = await readAgain();
    if (problem !== null) setFailure({ info, problem, isAboutStudy: true });
    setBusy(false);
  };
  const shown = failure?.info === info ? failure : null;
  return {
    start,
    busy,
    failure: shown?.problem ?? null,
    showStudies: shown?.isAboutStudy === true ? () => void showStudies() : null,
  };
}
