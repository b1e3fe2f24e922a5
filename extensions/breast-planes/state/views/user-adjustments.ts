import type { ClientState } from '#contracts';
import type { Preferences } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import { readStates, STATES_CODE } from '../../model/views/stored-states.ts';
import type { ReadingState } from '../volumes/reading-state.ts';
import type { Presentations } from './presentations.ts';

export interface UserAdjustmentsDeps {
  readonly reading: ReadingState;
  readonly presentations: Presentations;
  readonly preferences: Preferences;
}

/**
 * Restores the user's adjustments of a scan, except those changed in this session. They override
 * adjustments that others saved with the scan, so that no other user's inversion appears
 * unexpectedly.
 */
export function restoreUserAdjustments(
  { presentations }: Pick<UserAdjustmentsDeps, 'presentations'>,
  { scanId, imageAdjustments }: ClientState,
): void {
  if (scanId === null) return;
  const changedHere = presentations.store.getState().adjustments[scanId];
  presentations.restore(scanId, { ...imageAdjustments, ...changedHere });
}

/** Restores the user's adjustments of all visible scans, not only of the opened scan. */
export function restoreShownAdjustments(deps: UserAdjustmentsDeps): Disposable {
  const { reading, preferences } = deps;
  const restored = new Set<string>();
  const show = async (): Promise<void> => {
    const cells = Object.values(reading.store.getState().cells);
    const newIds = new Set(cells.map(({ scanId }) => scanId).filter((id) => !restored.has(id)));
    if (newIds.size === 0) return;
    for (const scanId of newIds) restored.add(scanId);
    // Errors are reported when the opened scan reads the same preference.
    if (!(await preferences.whenReady()).ok) return;
    const { states } = readStates(preferences.store.getState().values.get(STATES_CODE) ?? null);
    for (const state of states) {
      if (state.scanId !== null && newIds.has(state.scanId)) restoreUserAdjustments(deps, state);
    }
  };
  void show();
  return toDisposable(
    reading.store.subscribe((state, before) => {
      if (state.cells !== before.cells) void show();
    }),
  );
}
