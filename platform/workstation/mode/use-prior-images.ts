import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { routes, type Scan, scanMessageSchema, topics } from '#contracts';
import type { HangingContext, HungImage } from '#core';
import { disposeAll, ProblemError, unwrap } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useIdentityVisibility } from '../studies/use-identity-visibility.ts';
import { imagesOf } from './use-study-images.ts';

const NO_SCANS: readonly Scan[] = [];
const NO_IMAGES: readonly HungImage[] = [];

/** Images of the prior to compare with. */
export interface PriorImages {
  /** Same array until its content changes, because a new array lays out the images again. */
  readonly images: readonly HungImage[];
  /** Set while `images` may be incomplete: 'looking' or 'failed'. */
  readonly unknown: HangingContext['priorsUnknown'];
}

/**
 * Returns the images of the prior to compare with: the selected prior, otherwise the newest. Writes
 * all priors to the view state. Errors do not affect the current views.
 */
export function usePriorImages(targetScanId: string | null): PriorImages {
  const { api, session, viewState, notices, fileChanges } = useApplication().services;
  const { blind } = useIdentityVisibility();
  // The server withholds priors from blind annotators, because they link studies of one patient.
  const mayViewPriors = !blind && session.mayCall(routes.listPriorScans);
  const priorsQuery = useQuery({
    queryKey: ['priors', targetScanId],
    enabled: mayViewPriors && targetScanId !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { scanId: targetScanId ?? '' };
      return unwrap(await api.call(routes.listPriorScans, { params, signal })).items;
    },
  });
  const priors = priorsQuery.data ?? NO_SCANS;
  useEffect(() => viewState.set({ priors }), [viewState, priors]);
  useScanChanges(priors, priorsQuery.refetch);
  const selectedId = useStore(viewState.store, (state) => state.selectedPriorId);
  const selected = priors.find(({ id }) => id === selectedId) ?? priors[0] ?? null;
  const changeCount = useStore(fileChanges, (counts) => counts[selected?.id ?? ''] ?? 0);
  const imagesQuery = useQuery({
    queryKey: ['prior-images', selected?.id, changeCount],
    enabled: selected !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => imagesOf(api, selected?.id ?? '', signal),
  });
  const fault = priorsQuery.error ?? imagesQuery.error;
  useEffect(() => {
    if (fault instanceof ProblemError) notices.reportFault(fault.problem);
  }, [notices, fault]);
  const images = useMemo(() => {
    if (selected === null || imagesQuery.data === undefined) return NO_IMAGES;
    // Until the images are loaded, the query returns those of the previously selected prior.
    const selectedImages = imagesQuery.data.filter(({ scanId }) => scanId === selected.id);
    return selectedImages.map(({ kind, file }) => ({ scan: selected, kind, file }));
  }, [selected, imagesQuery.data]);
  const isPending = priorsQuery.isLoading || (images.length === 0 && imagesQuery.isFetching);
  if (fault !== null) return { images, unknown: 'failed' };
  return { images, unknown: isPending ? 'looking' : undefined };
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
    // Reloads after a reconnect, because messages are lost while the connection is down.
    subscriptions.push(live.onRefresh(() => void refetch()));
    return () => disposeAll(subscriptions);
  }, [live, session, ids, refetch]);
}
