import type { ReadonlyStore, StudyDocument, StudyState } from '#core';

/** How many findings both breasts have that nobody hid; the figure beside the panel's title. */
export function findingCount(study: StudyDocument): ReadonlyStore<number> {
  return {
    getState: () => countOf(study.store.getState()),
    subscribe: (listener) =>
      study.store.subscribe((state, previous) => {
        if (state.findingsByScan === previous.findingsByScan) return;
        const [now, before] = [countOf(state), countOf(previous)];
        if (now !== before) listener(now, before);
      }),
  };
}

/** Detections are suggestions, not findings yet. */
function countOf({ findingsByScan }: Pick<StudyState, 'findingsByScan'>): number {
  const all = Object.values(findingsByScan).flat();
  return all.filter(({ hidden, generator }) => !hidden && generator.id !== 'AIAD').length;
}
