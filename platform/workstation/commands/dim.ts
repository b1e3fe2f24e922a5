import type { PlatformServices } from '#core';

const CODE = 'display.dim';

type DimServices = Pick<PlatformServices, 'preferences' | 'notices'>;

/** Returns whether the user prefers a dark frame around the images. */
export function isDim({ preferences }: Pick<DimServices, 'preferences'>): boolean {
  return preferences.store.getState().values.get(CODE) === 'on';
}

/** Switches the dark frame and saves the choice in the user's preferences. */
export function setDim(services: DimServices, on: boolean = !isDim(services)): void {
  const { preferences, notices } = services;
  const saved = on ? preferences.save(CODE, 'on') : preferences.reset(CODE);
  void saved.then((result) => {
    if (!result.ok) notices.showProblem(result.problem);
  });
}
