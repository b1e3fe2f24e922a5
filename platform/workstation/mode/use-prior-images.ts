import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { routes, type Scan } from '#contracts';
import type { HungImage } from '#core';
import { ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { imagesOf } from './use-study-images.ts';

const NO_SCANS: readonly Scan[] = [];
const NO_IMAGES: readonly HungImage[] = [];

/**
 * What the earlier scan offers that is compared with: the chosen one, else the newest. Tells the
 * view state all that one may choose. A failure takes nothing from the views of today.
 */
export function usePriorImages(targetScanId: string | null): readonly HungImage[] {
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
  const chosenId = useStore(viewState.store, (state) => state.chosenPriorId);
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
  if (chosen === null || found.data === undefined) return NO_IMAGES;
  // Those of the scan before may stand in until its own are here.
  const own = found.data.filter(({ scanId }) => scanId === chosen.id);
  return own.map(({ kind, file }) => ({ scan: chosen, kind, file }));
}
