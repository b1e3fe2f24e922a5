import type { Result } from '#foundation';
import type { RemovedPlace } from '../../state/findings/findings-ui-state.ts';
import type { FindingServices } from './finding-services.ts';
import { findingsInOrder } from './list-order.ts';

/**
 * Removes a finding from the list by `remove`. If it was selected, selects its neighbour in the list
 * of the same breast, so that N and P continue at the place of the removed finding. The planes stay,
 * because the reader may want to look at the place again.
 */
export function removeFromList<T>(
  services: FindingServices,
  findingId: string,
  remove: () => Result<T>,
): Result<T> {
  const { study, findingsUi } = services;
  const wasSelected = study.store.getState().selectedFindingId === findingId;
  const removedPlace = wasSelected ? neighbourOf(services, findingId) : null;
  const result = remove();
  if (!result.ok || removedPlace === null) return result;
  study.selectFinding(removedPlace.selectedId);
  findingsUi.set({ removedPlace });
  return result;
}

/** Returns the next finding of the list, else the previous one; null without one in this breast. */
function neighbourOf(services: FindingServices, findingId: string): RemovedPlace | null {
  const findings = findingsInOrder(services);
  const idx = findings.findIndex(({ id }) => id === findingId);
  const finding = findings[idx];
  if (finding === undefined) return null;
  const [next, previous] = [findings[idx + 1], findings[idx - 1]];
  if (next?.scan.id === finding.scan.id) return { selectedId: next.id, neighbour: 'next' };
  if (previous?.scan.id !== finding.scan.id) return null;
  return { selectedId: previous.id, neighbour: 'previous' };
}
