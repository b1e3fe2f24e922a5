import type { Finding } from '#contracts';
import type { ReadonlyStore, StudyDocument, StudyState } from '#core';
import { listedScans } from './shown-scans.ts';

/** Counts the findings of both breasts that are not hidden; shown beside the panel's title. */
export function findingCount(study: StudyDocument): ReadonlyStore<number> {
  return {
    getState: () => countOf(study.store.getState()),
    subscribe: (listener) =>
      study.store.subscribe((state, previous) => {
        const [now, before] = [countOf(state), countOf(previous)];
        if (now !== before) listener(now, before);
      }),
  };
}

const countOf = (state: StudyState): number =>
  listedScans(state).reduce((sum, { findings }) => sum + countIn(findings), 0);

const counts = new WeakMap<readonly Finding[], number>();

/**
 * Excludes detections, which are suggestions. Cached per list, because the page reads the count on
 * every change.
 */
function countIn(findings: readonly Finding[]): number {
  const known = counts.get(findings);
  if (known !== undefined) return known;
  const count = findings.filter(
    ({ hidden, generator }) => !hidden && generator.id !== 'AIAD',
  ).length;
  counts.set(findings, count);
  return count;
}
