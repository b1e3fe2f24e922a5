import { useEffect, useState } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** Time in ms after which an open scan without a loaded volume no longer delays other requests. */
const MAX_WAIT_MS = 4000;

/** Returns true once the views show the open scan, so that later requests don't delay its images. */
export function useImagesShown(): boolean {
  const { study, viewState } = useApplication().services;
  const scanId = useStore(study.store, (state) => state.targetScanId);
  const isViewed = useStore(
    viewState.store,
    ({ viewedFractions }) => scanId !== null && viewedFractions[scanId] !== undefined,
  );
  const studyId = useStore(study.store, (state) => state.study?.id ?? null);
  const [shownStudyId, setShownStudyId] = useState<string | null>(null);
  const shown = studyId !== null && shownStudyId === studyId;
  useEffect(() => {
    if (shown) return;
    const timer = setTimeout(() => setShownStudyId(studyId), isViewed ? 0 : MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [shown, studyId, isViewed]);
  return shown;
}
