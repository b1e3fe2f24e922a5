import { useQueryClient } from '@tanstack/react-query';
import { routes, type Scan, type ScanCorrectionFields } from '#contracts';
import { type CallProblem, formErrorsOf } from '#core';
import { fail, ok, type Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import { useScanNotices } from './use-scan-notices.ts';

/**
 * Calls that change which scans exist, or what they are; each shows its result as a notice. A form's
 * call returns the errors of invalid fields instead; they are empty for other rejections.
 */
export interface ScanChanges {
  /** Deletes a scan and offers to undo. */
  remove(scan: Scan, reason: string): Promise<Result<void, FieldErrors>>;
  /** Restores a deleted scan; returns false if rejected. */
  restore(scanId: string): Promise<boolean>;
  /** Corrects a scan and offers to undo; returns the corrected scan. */
  correct(scan: Scan, fields: ScanCorrectionFields): Promise<Result<Scan, FieldErrors>>;
  /** Undoes the last correction of a scan; returns the scan, null if rejected. */
  undoCorrection(scanId: string, correctionId: string): Promise<Scan | null>;
}

/** Fields of the forms that delete and correct a scan. */
const DELETION_FIELDS = ['reason'] as const;
const CORRECTION_FIELDS: readonly (keyof ScanCorrectionFields)[] = [
  'reason',
  'laterality',
  'patientPosition',
  'studyId',
];

/** Queries that list scans, or depend on the scans of a study. */
const SCAN_QUERIES: readonly unknown[] = [
  'study-scans',
  'patient-studies',
  'deleted-scans',
  'scan-corrections',
  'studies',
  'patients',
  'priors',
];

export function useScanChanges(): ScanChanges {
  const { api, notices, study } = useApplication().services;
  const scanNotices = useScanNotices();
  const queries = useQueryClient();
  const refresh = (): void => {
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => SCAN_QUERIES.includes(queryKey[0]),
    });
    void study.refresh();
  };
  const reject = (problem: CallProblem): void => {
    scanNotices.showRejection(problem);
    refresh();
  };
  const rejectForm = (problem: CallProblem, fields: readonly string[]): FieldErrors => {
    if (problem.fields.length > 0) return formErrorsOf(problem, fields);
    reject(problem);
    return {};
  };
  const restore = async (scanId: string): Promise<boolean> => {
    const response = await api.call(routes.restoreScan, { params: { id: scanId } });
    if (!response.ok) {
      reject(response.problem);
      return false;
    }
    scanNotices.dismissUndo(scanId);
    notices.show('success', scanChangeTexts.restored.done(...nameOf(response.value)));
    refresh();
    return true;
  };
  const undoCorrection = async (scanId: string, correctionId: string): Promise<Scan | null> => {
    const input = { params: { id: scanId }, body: { correctionId } };
    const response = await api.call(routes.undoScanCorrection, input);
    if (!response.ok) {
      reject(response.problem);
      return null;
    }
    scanNotices.dismissUndo(scanId);
    notices.show('success', scanChangeTexts.correction.undone(...nameOf(response.value)));
    refresh();
    return response.value;
  };
  return {
    restore,
    undoCorrection,
    async remove(scan, reason) {
      const { id, version } = scan;
      const response = await api.call(routes.deleteScan, {
        params: { id },
        version,
        body: { reason },
      });
      if (!response.ok) return fail(rejectForm(response.problem, DELETION_FIELDS));
      scanNotices.offerUndo(
        id,
        scanChangeTexts.deletion.done(...nameOf(scan)),
        () => void restore(id),
      );
      refresh();
      return ok(undefined);
    },
    async correct({ id, version }, body) {
      const response = await api.call(routes.correctScan, { params: { id }, version, body });
      if (!response.ok) return fail(rejectForm(response.problem, CORRECTION_FIELDS));
      const { scan, correction } = response.value;
      const undo = (): void => void undoCorrection(id, correction.id);
      scanNotices.offerUndo(id, scanChangeTexts.correction.done(...nameOf(scan)), undo);
      refresh();
      return ok(scan);
    },
  };
}

/** Returns side and label of a scan, as notices name it. */
function nameOf({ laterality, label }: Scan): [side: string, label: string] {
  return [scanChangeTexts.side[laterality.id], label];
}
