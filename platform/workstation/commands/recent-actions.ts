import type { Preferences } from '#core';

const CODE = 'palette.recent';
const MAX_RECENT = 6;

/** Ids of what was used last by the palette, the latest first. */
export function recentActions({ store }: Preferences): readonly string[] {
  const text = store.getState().values.get(CODE);
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter((id) => typeof id === 'string').slice(0, MAX_RECENT)
      : [];
  } catch {
    // Not JSON; the next use writes it anew.
    return [];
  }
}

/** Puts an act first. One that could not be kept is no loss worth a word. */
export function addRecentAction(preferences: Preferences, id: string): void {
  // Before they have been read, the list of before would be lost.
  if (!preferences.store.getState().ready) return;
  const others = recentActions(preferences).filter((other) => other !== id);
  void preferences.save(CODE, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
