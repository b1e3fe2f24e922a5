import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, scanMessageSchema, topics } from '#contracts';
import type { HangingContext, HungImage } from '#core';
import { disposeAll, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { imagesOf } from './use-study-images.ts';

const NO_SCANS: readonly Scan[] = [];
const NO_IMAGES: readonly HungImage[] = [];

export interface PriorImages {
  /** The same list until something of it changes: another one hangs anew. */
  readonly images: readonly HungImage[];
  readonly unknown: HangingContext['priorsUnknown'];
}

/**
 * What the earlier scan offers that is compared with: the chosen one, else the newest. Tells the
 * view state all that one may choose. A failure takes nothing from the views of today.
 */
export function usePriorImages(targetScanId: string | null): PriorImages {
  const { api, session, viewState, notices, fileChanges } = useApplication().services;
  // Whoever may not know the patient may not know of earlier scans either.
  const mayKnow = session.can(['PATIENT_VIEW']);
  const list = useQuery({
    queryKey: ['priors', targetScanId],
    enabled: mayKnow && targetScanId !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { scanId: targetScanId ?? '' };
      const answer = await api.call(routes.listPriorScans, { params, signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value.items;
    },
  });
  const priors = list.data ?? NO_SCANS;
  useEffect(() => viewState.set({ priors }), [viewState, priors]);
  useChangesOf(priors, list.refetch);
  const chosenId = useStore(viewState.store, (state) => state.selectedPriorId);
  const chosen = priors.find(({ id }) => id === chosenId) ?? priors[0] ?? null;
  const changes = useStore(fileChanges, (all) => all[chosen?.id ?? ''] ?? 0);
  const found = useQuery({
    queryKey: ['prior-images', chosen?.id, changes],
    enabled: chosen !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => imagesOf(api, chosen?.id ?? '', signal),
  });
  const fault = list.error ?? found.error;
  useEffect(() => {
    if (fault instanceof ProblemError) notices.reportFault(fault.problem);
  }, [notices, fault]);
  const images = useMemo(() => {
    if (chosen === null || found.data === undefined) return NO_IMAGES;
    // Those of the scan before may stand in until its own are here.
    const own = found.data.filter(({ scanId }) => scanId === chosen.id);
    return own.map(({ kind, file }) => ({ scan: chosen, kind, file }));
  }, [chosen, found.data]);
  const isUnderWay = list.isLoading || (images.length === 0 && found.isFetching);
  return { images, unknown: fault !== null ? 'failed' : isUnderWay ? 'looking' : undefined };
}

/** Reads the list again when one of its scans changes, e.g. because its nipple was set elsewhere. */
function useChangesOf(priors: readonly Scan[], readAgain: () => unknown): void {
  const { live, session } = useApplication().services;
  const ids = priors.map(({ id }) => id).join(' ');
  useEffect(() => {
    const { user } = session.store.getState();
    if (user === null || ids === '') return;
    const hears = ids.split(' ').map((id) =>
      live.subscribe(topics.scan(user.organization.id, id), scanMessageSchema, ({ what }) => {
        if (what === 'SCAN') readAgain();
      }),
    );
    // What came while the link was away was told to nobody.
    const all = [...hears, live.onRefresh(() => void readAgain())];
    return () => disposeAll(all);
  }, [live, session, ids, readAgain]);
}
