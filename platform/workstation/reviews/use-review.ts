import { routes, type Scan } from '#contracts';
import { type CallProblem, formErrorsOf } from '#core';
import { fail, ok, type Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { useScanNotices } from '../scans/use-scan-notices.ts';
import { reviewTexts } from '../texts/review-texts.ts';

export interface Review {
  /**
   * Each succeeds when the server has stored the change. A disapproval returns the errors of the
   * invalid fields of its form; other rejections are shown as a notice.
   */
  approve(): Promise<Result<void, FieldErrors>>;
  disapprove(reason: string): Promise<Result<void, FieldErrors>>;
  withdraw(): Promise<Result<void, FieldErrors>>;
}

const FORM_FIELDS = ['reason'] as const;

/** Actions of a reviewer on a scan; each offers to undo, and shows the reason of a rejection. */
export function useReview(scan: Scan): Review {
  const { api, study } = useApplication().services;
  const notices = useScanNotices();
  const params = { id: scan.id };
  const send = async (
    call: Promise<Result<Scan, CallProblem>>,
    done: string,
    undo: (changed: Scan) => Promise<Result<Scan, CallProblem>>,
    fields: readonly string[] = [],
  ): Promise<Result<void, FieldErrors>> => {
    const response = await call;
    await study.refresh();
    if (!response.ok) {
      const { problem } = response;
      if (fields.length > 0 && problem.fields.length > 0)
        return fail(formErrorsOf(problem, fields));
      notices.showRejection(problem);
      return fail({});
    }
    const run = async (): Promise<void> => {
      const undone = await undo(response.value);
      if (!undone.ok) notices.showRejection(undone.problem);
      else notices.dismissUndo(scan.id);
      await study.refresh();
    };
    notices.offerUndo(scan.id, done, () => void run());
    return ok(undefined);
  };
  const withdrawOf = ({ version }: Scan) => api.call(routes.withdrawReview, { params, version });
  const disapproveOf = ({ version }: Scan, reason: string) =>
    api.call(routes.disapproveScan, { params, version, body: { reason } });
  const approveOf = ({ version }: Scan) => api.call(routes.approveScan, { params, version });
  return {
    approve: () => send(approveOf(scan), reviewTexts.done.APPROVED(scan.label), withdrawOf),
    disapprove: (reason) =>
      send(
        disapproveOf(scan, reason),
        reviewTexts.done.DISAPPROVED(scan.label),
        withdrawOf,
        FORM_FIELDS,
      ),
    withdraw: () =>
      send(withdrawOf(scan), reviewTexts.withdrawn(scan.label), (changed) =>
        scan.review?.verdict === 'DISAPPROVED'
          ? disapproveOf(changed, scan.review.reason ?? '')
          : approveOf(changed),
      ),
  };
}
