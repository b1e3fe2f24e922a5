import type { Preferences } from '#core';
import type { TourId } from './tours.ts';

/** Code of the preference with the tours that the user has finished or skipped. */
const FINISHED_CODE = 'welcome.tours';
const SEPARATOR = ',';

/** Returns whether the user has seen the tour; also true until the preferences are read. */
export function hasFinished({ store }: Preferences, id: TourId): boolean {
  const { ready, values } = store.getState();
  return !ready || finishedIds(values.get(FINISHED_CODE)).includes(id);
}

/** Remembers the tour for all computers of the user. */
export async function finishTour(preferences: Preferences, id: TourId): Promise<void> {
  const finished = finishedIds(preferences.store.getState().values.get(FINISHED_CODE));
  // A rejected save shows the tour again at the next sign-in.
  await preferences.save(FINISHED_CODE, [...new Set([...finished, id])].join(SEPARATOR));
}

/** Shows the tours of all roles again. */
export async function repeatTours(preferences: Preferences): Promise<void> {
  await preferences.reset(FINISHED_CODE);
}

const finishedIds = (value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : value.split(SEPARATOR);
