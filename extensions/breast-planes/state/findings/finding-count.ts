import type { Finding } from '#contracts';
import type { ReadonlyStore, StudyDocument, StudyState, ViewState } from '#core';
import { type AiLayer, isAnnotation, isInAiLayer } from '#findings';
import { listedScans } from './shown-scans.ts';

/**
 * Counts the findings of both breasts that are neither hidden nor outside the AI layer; shown beside
 * the panel's title.
 */
export function findingCount(study: StudyDocument, view: ViewState): ReadonlyStore<number> {
  const current = (): number => countOf(study.store.getState(), view.store.getState().aiLayer);
  return {
    getState: current,
    subscribe(listener) {
      let previous = current();
      const update = (): void => {
        const count = current();
        if (count === previous) return;
        const before = previous;
        previous = count;
        listener(count, before);
      };
      const stops = [study.store.subscribe(update), view.store.subscribe(update)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const countOf = (state: StudyState, aiLayer: AiLayer): number =>
  listedScans(state).reduce(
    (sum, { findings }) => sum + countIn(findings, state.hiddenFindingIds, aiLayer),
    0,
  );

const counts = new WeakMap<
  readonly Finding[],
  {
    readonly hiddenIds: ReadonlySet<string>;
    readonly aiLayer: AiLayer;
    readonly count: number;
  }
>();

/**
 * Counts the findings that are neither hidden nor annotations nor AI detections, which are only
 * suggestions. Cached per list, hidden set and layer, because the page reads the count on every change.
 */
function countIn(
  findings: readonly Finding[],
  hiddenIds: ReadonlySet<string>,
  aiLayer: AiLayer,
): number {
  const known = counts.get(findings);
  if (known?.hiddenIds === hiddenIds && known.aiLayer === aiLayer) return known.count;
  const count = findings.filter(
    (finding) =>
      !hiddenIds.has(finding.id) &&
      finding.generator.id !== 'AIAD' &&
      !isAnnotation(finding) &&
      isInAiLayer(finding, aiLayer),
  ).length;
  counts.set(findings, { hiddenIds, aiLayer, count });
  return count;
}
