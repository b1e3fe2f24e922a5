import type { PublicConfig } from '#contracts';
import type { Preferences } from '../../services/user/preferences.ts';

/** Preference that switches automatic grouping off. */
export const GROUP_LENGTHS_PREFERENCE = 'reading.auto-group';

/**
 * True if crossing lengths are grouped automatically: allowed by the site and not switched off by
 * the reader.
 */
export function shouldGroupLengths(
  flags: Pick<PublicConfig['flags'], 'autoGroupLengthMarks'>,
  preferences: Pick<Preferences, 'store'>,
): boolean {
  if (!flags.autoGroupLengthMarks) return false;
  return preferences.store.getState().values.get(GROUP_LENGTHS_PREFERENCE) !== 'off';
}
