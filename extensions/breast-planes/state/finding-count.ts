import type { ReadonlyStore, StudyDocument } from '#core';

/** How many findings the target scan has; the figure beside the panel's title. */
export function findingCount(study: StudyDocument): ReadonlyStore<number> {
  const count = (): number => study.store.getState().findings.length;
  return {
    getState: count,
    subscribe: (listener) =>
      study.store.subscribe((state, previous) => {
        if (state.findings.length !== previous.findings.length) {
          listener(state.findings.length, previous.findings.length);
        }
      }),
  };
}
