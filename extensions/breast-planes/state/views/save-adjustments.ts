import { type ImageAdjustments, type PlaneView, planeView, routes } from '#contracts';
import type { ApiClient, Notices, Session } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { Looks } from './looks.ts';

/** A slider that is being moved is not saved at each of its places. */
const SAVE_AFTER_MS = 600;

export interface SaveAdjustmentsParts {
  readonly api: Pick<ApiClient, 'call'>;
  readonly looks: Looks;
  readonly session: Pick<Session, 'can'>;
  readonly notices: Pick<Notices, 'showProblem'>;
}

/**
 * Keeps with the scan what a reader makes of its greys, once the hand has come to rest. Who may not
 * save has the adjustments on this screen alone. What could not be saved stays as it is seen, is
 * told, and goes along with the next change. Ending it saves what is left.
 */
export function saveAdjustments(parts: SaveAdjustmentsParts): Disposable {
  const { api, looks, session, notices } = parts;
  const unsaved = new Map<string, Set<PlaneView>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const send = async (scanId: string, views: readonly PlaneView[]): Promise<void> => {
    const now = looks.store.getState().adjustments[scanId] ?? {};
    const body: ImageAdjustments = Object.fromEntries(views.map((view) => [view, now[view]]));
    const answer = await api.call(routes.updateImgAdjSettings, { params: { id: scanId }, body });
    if (answer.ok) return;
    for (const view of views) remember(scanId, view);
    notices.showProblem(answer.problem);
  };
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const all = [...unsaved];
    unsaved.clear();
    for (const [scanId, views] of all) void send(scanId, [...views]);
  };
  const remember = (scanId: string, view: PlaneView): void => {
    const views = unsaved.get(scanId) ?? new Set();
    unsaved.set(scanId, views.add(view));
  };

  const stop = looks.store.subscribe((state, before) => {
    if (state.byHand === before.byHand) return;
    if (!session.can(['STUDY_CREATE', 'ANTN_CREATE'])) return;
    for (const [scanId, now] of Object.entries(state.adjustments)) {
      const old = before.adjustments[scanId];
      if (old === now) continue;
      for (const view of planeView.codes) if (now[view] !== old?.[view]) remember(scanId, view);
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
