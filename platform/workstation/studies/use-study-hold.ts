import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { routes, type StudyClaimant, studyClaimSchema } from '#contracts';
import { newId } from '#foundation';
import { useApplication } from '../start/application-context.ts';
import { useSight } from './use-sight.ts';

const RENEW_MS = 60_000;

export interface StudyHold {
  /** Someone else who reads the study; null while nobody else is known to. */
  readonly other: StudyClaimant | null;
  takeOver(): void;
}

/**
 * Tells others that this person reads the study, as long as the component lives and the role writes
 * findings or reports. A hold that someone else has is told and never taken by itself.
 */
export function useStudyHold(studyId: string | null): StudyHold {
  const { api, notices, session } = useApplication().services;
  const queries = useQueryClient();
  const { blind } = useSight();
  // Nobody may learn of a blind annotator, and they of nobody.
  const holds = !blind && session.can(['ANTN_CREATE', 'REPORT_CREATE']);
  const held = holds ? studyId : null;
  const [other, setOther] = useState<StudyClaimant | null>(null);

  const hold = useCallback(
    async (id: string, tab: string, takeOver: boolean, isLeft: () => boolean): Promise<void> => {
      const answer = await api.call(routes.holdStudy, { params: { id }, body: { takeOver, tab } });
      if (isLeft()) return;
      const theirs = answer.ok ? null : studyClaimSchema.safeParse(answer.problem.data);
      // Offline, or refused for another reason: what was known of the holder stays.
      if (answer.ok) setOther(null);
      else if (theirs?.success === true) setOther(theirs.data.heldBy);
      else if (takeOver) notices.showProblem(answer.problem);
    },
    [api, notices],
  );

  /** Asks for the study that is shown now; nothing while none is. */
  const ask = useRef<(takeOver: boolean) => void>(() => undefined);

  useEffect(() => {
    if (held === null) return;
    let left = false;
    // Not of the session alone: the same person may have the study open beside this.
    const tab = newId();
    const isLeft = (): boolean => left;
    // One call after the other: a release must not overtake a hold that is still on its way.
    let last: Promise<unknown> = Promise.resolve();
    ask.current = (takeOver) => {
      last = last.then(() => (left ? undefined : hold(held, tab, takeOver, isLeft)));
    };
    ask.current(false);
    const timer = setInterval(() => ask.current(false), RENEW_MS);
    return () => {
      left = true;
      ask.current = () => undefined;
      clearInterval(timer);
      setOther(null);
      // A release that gets lost ends by itself a few minutes later.
      void last
        .then(() => api.call(routes.releaseStudy, { params: { id: held }, body: { tab } }))
        .then(() => readAnew(queries));
    };
  }, [api, queries, held, hold]);

  return {
    other,
    takeOver: () => ask.current(true),
  };
}

/** Reads what tells of holds; a first reading that is still on its way began before the release. */
async function readAnew(queries: QueryClient): Promise<void> {
  for (const key of ['studies', 'patients']) {
    await queries.cancelQueries({ queryKey: [key] });
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
