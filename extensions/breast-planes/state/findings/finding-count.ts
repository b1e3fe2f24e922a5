import type { Finding } from '#contracts';
import type { ReadonlyStore, StudyDocument, StudyState } from '#core';
import { listedScans } from './shown-scans.ts';

/** How many findings both breasts have that nobody hid; the figure beside the panel's title. */
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

/** Detections are suggestions, not findings yet. Counted once a list: the page asks at each change. */
function countIn(findings: readonly Finding[]): number {
  const known = counts.get(findings);
  if (known !== undefined) return known;
  const count = findings.filter(
    ({ hidden, generator }) => !hidden && generator.id !== 'AIAD',
  ).length;
  counts.set(findings, count);
  return count;
}
