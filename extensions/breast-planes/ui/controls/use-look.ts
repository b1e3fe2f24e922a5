import { useMemo } from 'react';
import type { PlaneView, Scan } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import type { PlaneLook } from '../../model/planes/plane-look.ts';
import { adjustmentOf, looksToken, slabOf } from '../../state/views/looks.ts';
import { scanOf } from '../../state/volumes/study-facts.ts';

/** How one view of a scan shows its greys; the same object while nothing of it changes. */
export function useLook(
  context: ExtensionContext,
  given: Pick<Scan, 'id' | 'imageAdjustments'>,
  view: PlaneView,
): PlaneLook {
  const { store } = context.use(looksToken);
  const scan = useStore(context.use(studyToken).store, (state) => scanOf(state, given.id)) ?? given;
  const adjustment = useStore(store, (values) => adjustmentOf(values, scan, view));
  const slab = useStore(store, (values) => slabOf(values, view));
  return useMemo(() => ({ adjustment, slab }), [adjustment, slab]);
}
