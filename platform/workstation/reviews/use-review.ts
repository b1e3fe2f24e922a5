import { routes, type Scan } from '#contracts';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { useScanNotices } from '../scans/use-scan-notices.ts';
import { reviewTexts } from '../texts/review-texts.ts';

export interface Review {
  /** Each resolves to true when the server has stored the change. */
  approve(): Promise<boolean>;
  disapprove(reason: string): Promise<boolean>;
  withdraw(): Promise<boolean>;
}

/** Actions of a reviewer on a scan; each offers to undo, and shows the reason of a rejection. */
export function useReview(scan: Scan): Review {
  const { api, study } = useApplication().services;
  const notices = useScanNotices();
  const params = { id: scan.id };
  const send = async (
    call: Promise<Result<Scan, CallProblem>>,
    done: string,
    undo: (changed: Scan) => Promise<Result<Scan, CallProblem>>,
  ): Promise<boolean> => {
    const response = await call;
    await study.refresh();
    if (!response.ok) {
      notices.showRejection(response.problem);
      return false;
    }
    const run = async (): Promise<void> => {
      const undone = await undo(response.value);
      if (!undone.ok) notices.showRejection(undone.problem);
      else notices.dismissUndo(scan.id);
      await study.refresh();
    };
    notices.offerUndo(scan.id, done, () => void run());
    return true;
  };
  const withdrawOf = ({ version }: Scan) => api.call(routes.withdrawReview, { params, version });
  const disapproveOf = ({ version }: Scan, reason: string) =>
    api.call(routes.disapproveScan, { params, version, body: { reason } });
  const approveOf = ({ version }: Scan) => api.call(routes.approveScan, { params, version });
  return {
    approve: () => send(approveOf(scan), reviewTexts.done.APPROVED(scan.label), withdrawOf),
    disapprove: (reason) =>
      send(disapproveOf(scan, reason), reviewTexts.done.DISAPPROVED(scan.label), withdrawOf),
    withdraw: () =>
      send(withdrawOf(scan), reviewTexts.withdrawn(scan.label), (changed) =>
        scan.review?.verdict === 'DISAPPROVED'
          ? disapproveOf(changed, scan.review.reason ?? '')
          : approveOf(changed),
      ),
  };
}
