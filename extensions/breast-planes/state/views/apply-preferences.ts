import { coronalSlabMmOf, distanceUnitOf, type Preferences } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import { setDistanceUnit } from '../../model/findings/distance-unit.ts';
import type { Presentations } from './presentations.ts';

/** Applies the reader's preferred slab and unit now and whenever the preferences change. */
export function applyPreferences(
  preferences: Pick<Preferences, 'store'>,
  presentations: Presentations,
): Disposable {
  const apply = (): void => {
    const { values } = preferences.store.getState();
    presentations.setCoronalDefault(coronalSlabMmOf(values));
    setDistanceUnit(distanceUnitOf(values));
  };
  apply();
  return toDisposable(preferences.store.subscribe(apply));
}
