import { type CommandServices, currentPlanes, showFinding } from '../services.ts';

/** Time in ms after which the planes stay where they are, so that they never jump unexpectedly. */
const LIMIT_MS = 30_000;

/**
 * Moves every plane to a finding once its scan is open and its volume known, unless another scan or
 * finding is chosen before.
 */
export function showOnceLoaded(services: CommandServices, scanId: string, findingId: string): void {
  const { study, view, reading } = services;
  const before = study.store.getState().targetScanId;
  const follow = (): void => {
    const { targetScanId, selectedFindingId } = study.store.getState();
    const isOpening = targetScanId === before && targetScanId !== scanId;
    const isOther = selectedFindingId !== null && selectedFindingId !== findingId;
    if (isOpening) return;
    if (targetScanId !== scanId || isOther) end();
    else if (currentPlanes(services)?.scan.id === scanId) {
      end();
      showFinding(services, findingId);
    }
  };
  const stops = [
    study.store.subscribe(follow),
    view.store.subscribe(follow),
    reading.store.subscribe(follow),
  ];
  const timer = setTimeout(end, LIMIT_MS);
  function end(): void {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}
