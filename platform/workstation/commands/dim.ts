import type { PlatformServices } from '#core';

const CODE = 'display.dim';

type Parts = Pick<PlatformServices, 'preferences' | 'notices'>;

/** True while the frame around pictures is dark, as the person prefers it in a dark room. */
export function isDim({ preferences }: Pick<Parts, 'preferences'>): boolean {
  return preferences.store.getState().values.get(CODE) === 'on';
}

/** Dims the frame, or brightens it again; kept for this person. */
export function setDim(parts: Parts, on: boolean = !isDim(parts)): void {
  const { preferences, notices } = parts;
  const saved = on ? preferences.save(CODE, 'on') : preferences.reset(CODE);
  void saved.then((answer) => {
    if (!answer.ok) notices.showProblem(answer.problem);
  });
}
