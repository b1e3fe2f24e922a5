import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, scanMessageSchema, topics } from '#contracts';
import type { HangingContext, HungImage } from '#core';
import { disposeAll, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { imagesOf } from './use-study-images.ts';

const NO_SCANS: readonly Scan[] = [];
const NO_IMAGES: readonly HungImage[] = [];

export interface PriorImages {
  /** Stable until its content changes, because a new array hangs again. */
  readonly images: readonly HungImage[];
  readonly unknown: HangingContext['priorsUnknown'];
}

/**
 * Returns the images of the prior to compare with: the selected one, otherwise the newest. Writes
 * all priors to the view state. Errors do not affect the current views.
 */
export function usePriorImages(targetScanId: string | null): PriorImages {
  const { api, session, viewState, notices, fileChanges } = useApplication().services;
  // Priors need the permission to view patients.
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
    // Previous data may belong to another prior until the images of this one are loaded.
    const selectedImages = imagesQuery.data.filter(({ scanId }) => scanId === selected.id);
    return selectedImages.map(({ kind, file }) => ({ scan: selected, kind, file }));
  }, [selected, imagesQuery.data]);
  const isPending = list.isLoading || (images.length === 0 && imagesQuery.isFetching);
  return { images, unknown: fault !== null ? 'failed' : isPending ? 'looking' : undefined };
}

/** Reloads the list when one of its scans changes, e.g. after its nipple was moved. */
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
    // Messages are lost while the connection is down.
    const all = [...subscriptions, live.onRefresh(() => void refetch())];
    return () => disposeAll(all);
  }, [live, session, ids, refetch]);
}
