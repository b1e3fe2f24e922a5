import { useMemo } from 'react';
import type { PlaneView, Scan } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import { adjustmentOf, presentationToken, slabOf } from '../../state/views/presentations.ts';
import { scanOf } from '../../state/volumes/study-selectors.ts';

/**
 * Returns adjustment and slab of a view of a scan; the object is stable while both are unchanged.
 */
export function usePlanePresentation(
  context: ExtensionContext,
  hungScan: Pick<Scan, 'id' | 'imageAdjustments'>,
  view: PlaneView,
): PlanePresentation {
  const { store } = context.use(presentationToken);
  const scan =
    useStore(context.use(studyToken).store, (state) => scanOf(state, hungScan.id)) ?? hungScan;
  const adjustment = useStore(store, (values) => adjustmentOf(values, scan, view));
  const slab = useStore(store, (values) => slabOf(values, view));
  return useMemo(() => ({ adjustment, slab }), [adjustment, slab]);
}
