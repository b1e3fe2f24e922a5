import type { AiRun } from '#contracts';

/**
 * Identifies model and image of a run, whatever the version of the model. Workers of one job type
 * have the same provider but can run several models. All volumes of a scan count as one image.
 */
export const replacedKey = ({ providerId, model, imageFileId }: AiRun): string =>
  [providerId, model.name, imageFileId ?? ''].join(' ');

/** Returns the detection runs of a scan, grouped by model and image; `runs` is newest first. */
export function runsByModel(
  runs: readonly AiRun[],
  scanId: string,
): readonly (readonly [AiRun, ...AiRun[]])[] {
  // Each segmentation is a run of its own and replaces no other.
  const ofScan = runs.filter((run) => run.scanId === scanId && run.task === 'DETECTION');
  const groups = Map.groupBy(ofScan, replacedKey).values();
  return [...groups].flatMap(([newest, ...older]) =>
    newest === undefined ? [] : [[newest, ...older] as const],
  );
}

/** Returns the run of a group that is shown: the chosen one, else the newest. */
export const shownRun = (
  group: readonly [AiRun, ...AiRun[]],
  chosenRunIds: ReadonlySet<string>,
): AiRun => group.find(({ id }) => chosenRunIds.has(id)) ?? group[0];

/** Returns the ids of all detection runs that another run of the same scan, model and image replaces. */
export function excludedRunIds(
  runs: readonly AiRun[],
  chosenRunIds: ReadonlySet<string>,
): ReadonlySet<string> {
  const scanIds = new Set(runs.map(({ scanId }) => scanId));
  const excluded = [...scanIds].flatMap((scanId) =>
    runsByModel(runs, scanId).flatMap((group) => {
      const shown = shownRun(group, chosenRunIds);
      return group.filter((run) => run !== shown).map(({ id }) => id);
    }),
  );
  return new Set(excluded);
}
