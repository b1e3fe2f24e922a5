import { type Disposable, Scope, toDisposable } from '#foundation';
import { showFinding } from './decisions.ts';
import type { AiServices } from './services.ts';

/** Returns the finding that the address names, e.g. `#/scan?study=…&scan=…&finding=…`. */
const linkedFindingId = (): string | null =>
  new URLSearchParams(window.location.hash.split('?')[1] ?? '').get('finding');

/**
 * Shows the finding of the address once its scan has plane positions, and once for each opening of
 * the study, so that later changes of the findings move no plane.
 */
export function showLinkedFinding(services: AiServices): Disposable {
  const { study, view } = services;
  const scope = new Scope('linked finding');
  let shown: string | null = null;
  const follow = (): void => {
    const { study: open, findings, targetScanId } = study.store.getState();
    const findingId = linkedFindingId();
    if (open === null || findingId === null) {
      shown = null;
      return;
    }
    const hasPlanes = targetScanId !== null && targetScanId in view.store.getState().positions;
    const isListed = findings.some(({ id }) => id === findingId);
    const key = `${open.id} ${findingId}`;
    if (shown === key || !isListed || !hasPlanes) return;
    shown = key;
    void showFinding(services, findingId);
  };
  scope.own(toDisposable(study.store.subscribe(follow)));
  scope.own(toDisposable(view.store.subscribe(follow)));
  follow();
  return scope;
}
