import { type ImageAdjustments, type PlaneView, planeView, routes } from '#contracts';
import type { ApiClient, Notices, Session } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { Presentations } from './presentations.ts';

/** Pause after the last change before saving, so that a moving slider is saved once. */
const SAVE_AFTER_MS = 600;

export interface SaveAdjustmentsDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly presentations: Presentations;
  readonly session: Pick<Session, 'mayCall'>;
  readonly notices: Pick<Notices, 'showProblem'>;
}

/**
 * Saves the user's adjustments with the scan once changes pause. Without permission adjustments
 * stay local. After a failure shows the problem, keeps the adjustment and retries with the next
 * change. Saves pending changes on disposal.
 */
export function saveAdjustments(deps: SaveAdjustmentsDeps): Disposable {
  const { api, presentations, session, notices } = deps;
  const unsaved = new Map<string, Set<PlaneView>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const send = async (scanId: string, views: readonly PlaneView[]): Promise<void> => {
    const current = presentations.store.getState().adjustments[scanId] ?? {};
    const body: ImageAdjustments = Object.fromEntries(views.map((view) => [view, current[view]]));
    const response = await api.call(routes.updateImgAdjSettings, { params: { id: scanId }, body });
    if (response.ok) return;
    for (const view of views) markUnsaved(scanId, view);
    notices.showProblem(response.problem);
  };
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const pending = [...unsaved];
    unsaved.clear();
    for (const [scanId, views] of pending) void send(scanId, [...views]);
  };
  const markUnsaved = (scanId: string, view: PlaneView): void => {
    const views = unsaved.get(scanId) ?? new Set();
    unsaved.set(scanId, views.add(view));
  };

  const stop = presentations.store.subscribe((state, before) => {
    if (state.manualChanges === before.manualChanges) return;
    if (!session.mayCall(routes.updateImgAdjSettings)) return;
    for (const [scanId, current] of Object.entries(state.adjustments)) {
      const previous = before.adjustments[scanId];
      if (previous === current) continue;
      for (const view of planeView.codes) {
        if (current[view] !== previous?.[view]) markUnsaved(scanId, view);
      }
    }
    if (unsaved.size === 0) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(flush, SAVE_AFTER_MS);
  });
  return toDisposable(() => {
    stop();
    flush();
  });
}
