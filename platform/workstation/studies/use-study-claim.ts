import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { routes, type StudyClaimant, studyClaimSchema } from '#contracts';
import { newId } from '#foundation';
import { useApplication } from '../start/application-context.ts';
import { useIdentityVisibility } from './use-identity-visibility.ts';

const RENEW_MS = 60_000;

export interface StudyClaim {
  /** Someone else who reads the study; null while nobody else is known to. */
  readonly other: StudyClaimant | null;
  takeOver(): void;
}

/**
 * Tells others that this person reads the study, as long as the component lives and the role writes
 * findings or reports. A hold that someone else has is told and never taken by itself.
 */
export function useStudyClaim(studyId: string | null): StudyClaim {
  const { api, notices, session } = useApplication().services;
  const queries = useQueryClient();
  const { blind } = useIdentityVisibility();
  // Nobody may learn of a blind annotator, and they of nobody.
  const mayClaim = !blind && session.can(['ANTN_CREATE', 'REPORT_CREATE']);
  const claimedStudyId = mayClaim ? studyId : null;
  const [other, setOther] = useState<StudyClaimant | null>(null);

  const claimStudy = useCallback(
    async (
      id: string,
      tab: string,
      takeOver: boolean,
      isCancelled: () => boolean,
    ): Promise<void> => {
      const response = await api.call(routes.holdStudy, {
        params: { id },
        body: { takeOver, tab },
      });
      if (isCancelled()) return;
      const conflict = response.ok ? null : studyClaimSchema.safeParse(response.problem.data);
      // Offline, or refused for another reason: what was known of the holder stays.
      if (response.ok) setOther(null);
      else if (conflict?.success === true) setOther(conflict.data.heldBy);
      else if (takeOver) notices.showProblem(response.problem);
    },
    [api, notices],
  );

  /** Asks for the study that is shown now; nothing while none is. */
  const requestClaim = useRef<(takeOver: boolean) => void>(() => undefined);

  useEffect(() => {
    if (claimedStudyId === null) return;
    let cancelled = false;
    // Not of the session alone: the same person may have the study open beside this.
    const tab = newId();
    const isCancelled = (): boolean => cancelled;
    // One call after the other: a release must not overtake a hold that is still on its way.
    let last: Promise<unknown> = Promise.resolve();
    requestClaim.current = (takeOver) => {
      last = last.then(() =>
        cancelled ? undefined : claimStudy(claimedStudyId, tab, takeOver, isCancelled),
      );
    };
    requestClaim.current(false);
    const timer = setInterval(() => requestClaim.current(false), RENEW_MS);
    return () => {
      cancelled = true;
      requestClaim.current = () => undefined;
      clearInterval(timer);
      setOther(null);
      // A release that gets lost ends by itself a few minutes later.
      void last
        .then(() =>
          api.call(routes.releaseStudy, { params: { id: claimedStudyId }, body: { tab } }),
        )
        .then(() => invalidateLists(queries));
    };
  }, [api, queries, claimedStudyId, claimStudy]);

  return {
    other,
    takeOver: () => requestClaim.current(true),
  };
}

/** Reads what tells of holds; a first reading that is still on its way began before the release. */
async function invalidateLists(queries: QueryClient): Promise<void> {
  for (const key of ['studies', 'patients']) {
    await queries.cancelQueries({ queryKey: [key] });
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
