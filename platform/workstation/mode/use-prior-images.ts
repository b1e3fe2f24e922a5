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
  const mayViewPatients = session.can(['PATIENT_VIEW']);
  const list = useQuery({
    queryKey: ['priors', targetScanId],
    enabled: mayViewPatients && targetScanId !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { scanId: targetScanId ?? '' };
      const response = await api.call(routes.listPriorScans, { params, signal });
      if (!response.ok) throw new ProblemError(response.problem);
      return response.value.items;
    },
  });
  const priors = list.data ?? NO_SCANS;
  useEffect(() => viewState.set({ priors }), [viewState, priors]);
  useScanChanges(priors, list.refetch);
  const selectedId = useStore(viewState.store, (state) => state.selectedPriorId);
  const selected = priors.find(({ id }) => id === selectedId) ?? priors[0] ?? null;
  const changes = useStore(fileChanges, (all) => all[selected?.id ?? ''] ?? 0);
  const imagesQuery = useQuery({
    queryKey: ['prior-images', selected?.id, changes],
    enabled: selected !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => imagesOf(api, selected?.id ?? '', signal),
  });
  const fault = list.error ?? imagesQuery.error;
  useEffect(() => {
    if (fault instanceof ProblemError) notices.reportFault(fault.problem);
  }, [notices, fault]);
  const images = useMemo(() => {
    if (selected === null || imagesQuery.data === undefined) return NO_IMAGES;
    // Those of the scan before may stand in until its own are here.
    const selectedImages = imagesQuery.data.filter(({ scanId }) => scanId === selected.id);
    return selectedImages.map(({ kind, file }) => ({ scan: selected, kind, file }));
  }, [selected, imagesQuery.data]);
  const isPending = list.isLoading || (images.length === 0 && imagesQuery.isFetching);
  return { images, unknown: fault !== null ? 'failed' : isPending ? 'looking' : undefined };
}

/** Reads the list again when one of its scans changes, e.g. because its nipple was set elsewhere. */
function useScanChanges(priors: readonly Scan[], refetch: () => unknown): void {
  const { live, session } = useApplication().services;
  const ids = priors.map(({ id }) => id).join(' ');
  useEffect(() => {
    const { user } = session.store.getState();
    if (user === null || ids === '') return;
    const subscriptions = ids.split(' ').map((id) =>
      live.subscribe(topics.scan(user.organization.id, id), scanMessageSchema, ({ what }) => {
        if (what === 'SCAN') refetch();
      }),
    );
    // What came while the link was away was told to nobody.
    const all = [...subscriptions, live.onRefresh(() => void refetch())];
    return () => disposeAll(all);
  }, [live, session, ids, refetch]);
}
