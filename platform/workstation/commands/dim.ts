import type { PlatformServices } from '#core';

const CODE = 'display.dim';

type DimServices = Pick<PlatformServices, 'preferences' | 'notices'>;

/** True while the frame around pictures is dark, as the person prefers it in a dark room. */
export function isDim({ preferences }: Pick<DimServices, 'preferences'>): boolean {
  return preferences.store.getState().values.get(CODE) === 'on';
}

/** Dims the frame, or brightens it again; kept for this person. */
export function setDim(services: DimServices, on: boolean = !isDim(services)): void {
  const { preferences, notices } = services;
  const saved = on ? preferences.save(CODE, 'on') : preferences.reset(CODE);
  void saved.then((result) => {
    if (!result.ok) notices.showProblem(result.problem);
  });
}
