import type { Scan } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import type { StudyDocument, StudyState } from '../document/study-document.ts';

const NONE: readonly never[] = [];

/**
 * Returns the scans whose findings are listed: the target and the newest scan of the other side,
 * right first as the breasts are hung; none without a target.
 */
export function scansToList({
  scans,
  targetScanId,
}: Pick<StudyState, 'scans' | 'targetScanId'>): readonly Scan[] {
  const target = scans.find(({ id }) => id === targetScanId);
  if (target === undefined) return NONE;
  const other = scans.find(({ laterality }) => laterality.id !== target.laterality.id);
  const rank = ({ laterality }: Scan): number => (laterality.id === 'R' ? 0 : 1);
  return [target, ...(other === undefined ? [] : [other])].toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Keeps the findings of the listed scans loaded, whichever panel and layout are shown, so that
 * counts do not depend on them.
 */
export function watchListedScans(study: Pick<StudyDocument, 'store' | 'watchScan'>): Disposable {
  let watchedIds: readonly string[] = [];
  let watches: readonly Disposable[] = [];
  const follow = (): void => {
    const ids = scansToList(study.store.getState()).map(({ id }) => id);
    if (ids.join() === watchedIds.join()) return;
    watchedIds = ids;
    const earlier = watches;
    watches = ids.map((id) => study.watchScan(id));
    // After the new ones, so that a scan of both lists stays loaded.
    for (const watch of earlier) watch.dispose();
  };
  const stop = study.store.subscribe(follow);
  follow();
  return toDisposable(() => {
    stop();
    for (const watch of watches) watch.dispose();
  });
}
