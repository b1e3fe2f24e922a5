import { type routes, type Scan, serverMessage } from '#contracts';
import type { Clock } from '#foundation';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { changeScan, type ScanChange } from './change-scan.ts';
import { reviewOf } from './scan-rows.ts';

export function approveScan(
  clock: Clock,
  call: CallOf<typeof routes.approveScan>,
): Promise<Scan | ErrorResponse> {
  return reviewScan(clock, call, { reviewVerdict: 'APPROVED', reviewReason: null });
}

export function disapproveScan(
  clock: Clock,
  call: CallOf<typeof routes.disapproveScan>,
): Promise<Scan | ErrorResponse> {
  return reviewScan(clock, call, {
    reviewVerdict: 'DISAPPROVED',
    reviewReason: call.body.reason,
  });
}

/**
 * Stores the verdict of a reviewer with reviewer and time, and the replaced verdict for its undo.
 * Rejected unless the scan is completed, and after the report is signed.
 */
async function reviewScan(
  clock: Clock,
  call: ScanChange,
  verdict: {
    readonly reviewVerdict: 'APPROVED' | 'DISAPPROVED';
    readonly reviewReason: string | null;
  },
): Promise<Scan | ErrorResponse> {
  const signedError = await rejectIfSigned(call);
  if (signedError !== null) return signedError;
  call.addAuditSubject({ verdict: verdict.reviewVerdict });
  return changeScan(call, (scan) => {
    const { scanState } = scan;
    if (scanState !== 'C') {
      return errorResponse('WrongScanState', serverMessage('SCAN_NOT_COMPLETED'), { scanState });
    }
    const reviewedAt = new Date(clock.now()).toISOString();
    const formerReview = reviewOf(scan);
    return {
      ...verdict,
      reviewedBy: actorIdOf(call.principal),
      reviewedAt,
      formerReview: formerReview === null ? null : JSON.stringify(formerReview),
    };
  });
}

/** Withdraws the caller's own verdict; the verdict that it replaced applies again. */
export async function withdrawReview(
  call: CallOf<typeof routes.withdrawReview>,
): Promise<Scan | ErrorResponse> {
  const signedError = await rejectIfSigned(call);
  if (signedError !== null) return signedError;
  return changeScan(call, ({ reviewVerdict, reviewedBy, formerReview }) => {
    if (reviewVerdict === null) return errorResponse('Conflict', serverMessage('NOT_REVIEWED'));
    if (reviewedBy !== actorIdOf(call.principal)) {
      return errorResponse('Forbidden', serverMessage('REVIEW_OF_OTHER_USER'));
    }
    return {
      reviewVerdict: formerReview?.verdict ?? null,
      reviewedBy: formerReview?.reviewedBy ?? null,
      reviewedAt: formerReview?.reviewedAt ?? null,
      reviewReason: formerReview?.reason ?? null,
      formerReview: null,
    };
  });
}

/** Returns an error while the report is signed and no addendum is open; null otherwise. */
async function rejectIfSigned({
  db,
  principal,
  params,
}: ScanChange): Promise<ErrorResponse | null> {
  const error = await rejectIfScanSigned(db, principal.organizationId, params.id);
  return error === null
    ? null
    : errorResponse('ReportSigned', serverMessage('REPORT_SIGNED_REVIEW'), error.data);
}
