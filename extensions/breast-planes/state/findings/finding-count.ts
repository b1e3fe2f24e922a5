import type { Finding } from '#contracts';
import type { ReadonlyStore, StudyDocument, StudyState } from '#core';
import { listedScans } from './shown-scans.ts';

/** Counts the findings of both breasts that are not hidden; shown beside the panel's title. */
export function findingCount(study: StudyDocument): ReadonlyStore<number> {
  return {
    getState: () => countOf(study.store.getState()),
    subscribe: (listener) =>
      study.store.subscribe((state, previous) => {
        const [count, previousCount] = [countOf(state), countOf(previous)];
        if (count !== previousCount) listener(count, previousCount);
      }),
  };
}

const countOf = (state: StudyState): number =>
  listedScans(state).reduce(
    (sum, { findings }) => sum + countIn(findings, state.hiddenFindingIds),
    0,
  );

const counts = new WeakMap<
  readonly Finding[],
  { readonly hiddenIds: ReadonlySet<string>; readonly count: number }
>();

/**
 * Counts the findings that are neither hidden nor AI detections, which are only suggestions. Cached
 * per list and hidden set, because the page reads the count on every change.
 */
function countIn(findings: readonly Finding[], hiddenIds: ReadonlySet<string>): number {
  const known = counts.get(findings);
  if (known?.hiddenIds === hiddenIds) return known.count;
  const count = findings.filter(
    ({ id, generator }) => !hiddenIds.has(id) && generator.id !== 'AIAD',
  ).length;
  counts.set(findings, { hiddenIds, count });
  return count;
}
