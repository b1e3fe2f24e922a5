import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { routes, type StudyClaimant, studyClaimSchema } from '#contracts';
import { newId } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { useIdentityVisibility } from './use-identity-visibility.ts';

/** Interval in which an open study renews its claim. */
const RENEW_MS = 60_000;

/** Another user's claim of the open study, and its takeover. */
export interface StudyClaim {
  /** Another user who claims the study; null when none is known. */
  readonly otherClaimant: StudyClaimant | null;
  takeOver(): void;
}

/**
 * Claims the study while mounted, if the role writes findings or reports. Reports another user's
 * claim; never takes it over automatically.
 */
export function useStudyClaim(studyId: string | null): StudyClaim {
  const { api, notices, session } = useApplication().services;
  const queries = useQueryClient();
  const { blind } = useIdentityVisibility();
  // Blind annotators neither claim studies nor see claims.
  const mayClaim = !blind && session.mayCall(routes.claimStudy);
  const claimedStudyId = mayClaim ? studyId : null;
  const [otherClaimant, setOtherClaimant] = useState<StudyClaimant | null>(null);

  const claimStudy = useCallback(
    async (
      id: string,
      tabId: string,
      takeOver: boolean,
      isCancelled: () => boolean,
    ): Promise<void> => {
      const response = await api.call(routes.claimStudy, {
        params: { id },
        body: { takeOver, tab: tabId },
      });
      if (isCancelled()) return;
      const conflict = response.ok ? null : studyClaimSchema.safeParse(response.problem.data);
      // Keeps the known claimant when offline or rejected for another reason.
      if (response.ok) setOtherClaimant(null);
      else if (conflict?.success === true) setOtherClaimant(conflict.data.claimedBy);
      else if (takeOver) notices.showProblem(response.problem);
    },
    [api, notices],
  );

  /** Claims the current study; does nothing without one. */
  const requestClaim = useRef<(takeOver: boolean) => void>(() => undefined);

  useEffect(() => {
    if (claimedStudyId === null) return;
    let cancelled = false;
    // Identifies the tab, because the same user may have the study open in another tab.
    const tabId = newId();
    const isCancelled = (): boolean => cancelled;
    // Sends the calls one after the other, so that a release never overtakes a pending claim.
    let lastCall: Promise<unknown> = Promise.resolve();
    requestClaim.current = (takeOver) => {
      lastCall = lastCall.then(() =>
        cancelled ? undefined : claimStudy(claimedStudyId, tabId, takeOver, isCancelled),
      );
    };
    requestClaim.current(false);
    const timer = setInterval(() => requestClaim.current(false), RENEW_MS);
    return () => {
      cancelled = true;
      requestClaim.current = () => undefined;
      clearInterval(timer);
      setOtherClaimant(null);
      // If the release is lost, the claim expires a few minutes later.
      void lastCall
        .then(() =>
          api.call(routes.releaseStudy, { params: { id: claimedStudyId }, body: { tab: tabId } }),
        )
        .then(() => invalidateLists(queries));
    };
  }, [api, queries, claimedStudyId, claimStudy]);

  return {
    otherClaimant,
    takeOver: () => requestClaim.current(true),
  };
}

/**
 * Refreshes lists that show claims. Cancels pending reads first, because they may have started
 * before the release.
 */
async function invalidateLists(queries: QueryClient): Promise<void> {
  for (const key of ['studies', 'patients']) {
    await queries.cancelQueries({ queryKey: [key] });
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
