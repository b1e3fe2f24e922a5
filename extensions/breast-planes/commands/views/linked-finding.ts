import { type Disposable, toDisposable } from '#foundation';
import { type CommandServices, showFinding } from '../services.ts';

/** Returns the finding that the address names, e.g. `#/scan?study=…&scan=…&finding=…`. */
const linkedFindingId = (): string | null =>
  new URLSearchParams(window.location.hash.split('?')[1] ?? '').get('finding');

export interface LinkedFinding extends Disposable {
  /** Reports that a scan is visible, with the plane positions of the reader's last visit. */
  scanShown(scanId: string): void;
}

/**
 * Selects the finding of the address and moves the planes to it once its scan is visible, and once
 * for each opening of the study, so that later changes of the findings move no plane.
 */
export function showLinkedFinding(services: CommandServices): LinkedFinding {
  const { study } = services;
  let visibleScanId: string | null = null;
  let shownId: string | null = null;
  const follow = (): void => {
    const { study: open, findings, targetScanId } = study.store.getState();
    const findingId = linkedFindingId();
    if (open === null) visibleScanId = null;
    if (open === null || findingId === null) shownId = null;
    const isVisible = targetScanId !== null && targetScanId === visibleScanId;
    if (findingId === null || findingId === shownId || !isVisible) return;
    if (!findings.some(({ id }) => id === findingId)) return;
    shownId = findingId;
    showFinding(services, findingId);
  };
  const stop = toDisposable(study.store.subscribe(follow));
  return {
    scanShown(scanId) {
      visibleScanId = scanId;
      follow();
    },
    dispose: () => stop.dispose(),
  };
}
