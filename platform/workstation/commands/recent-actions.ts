import type { Preferences } from '#core';

const PREFERENCE_CODE = 'palette.recent';
const MAX_RECENT = 6;

/** Returns the ids of recently used palette actions, the latest first. */
export function recentActions({ store }: Preferences): readonly string[] {
  const text = store.getState().values.get(PREFERENCE_CODE);
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter((id) => typeof id === 'string').slice(0, MAX_RECENT)
      : [];
  } catch {
    // Not JSON; overwritten by the next use.
    return [];
  }
}

/** Moves an action to the front of the recent actions; ignores a failed save. */
export function addRecentAction(preferences: Preferences, id: string): void {
  // Skips saving before the preferences are loaded, to avoid overwriting the stored list.
  if (!preferences.store.getState().ready) return;
  const others = recentActions(preferences).filter((other) => other !== id);
  void preferences.save(PREFERENCE_CODE, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
