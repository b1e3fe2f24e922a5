import type { PlatformServices } from '#core';

const PREFERENCE_CODE = 'display.dim';

type DimServices = Pick<PlatformServices, 'preferences' | 'notices'>;

/** Returns whether the user prefers a dark frame around the images. */
export function isDim({ preferences }: Pick<DimServices, 'preferences'>): boolean {
  return preferences.store.getState().values.get(PREFERENCE_CODE) === 'on';
}

/** Switches the dark frame on or off and saves the choice in the user's preferences. */
export function setDim(services: DimServices, on: boolean): void {
  const { preferences, notices } = services;
  const saved = on ? preferences.save(PREFERENCE_CODE, 'on') : preferences.reset(PREFERENCE_CODE);
  void saved.then((result) => {
    if (!result.ok) notices.showProblem(result.problem);
  });
}
