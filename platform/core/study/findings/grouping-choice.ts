import type { PublicConfig } from '#contracts';
import type { Preferences } from '../../services/user/preferences.ts';

/** The preference that switches off what the site's flag allows. */
export const GROUP_LENGTHS_PREFERENCE = 'reading.auto-group';

/** Whether lengths that cross are grouped by themselves: the site allows it, and the reader has not switched it off. */
export function shouldGroupLengths(
  flags: Pick<PublicConfig['flags'], 'autoGroupLengthMarks'>,
  preferences: Pick<Preferences, 'store'>,
): boolean {
  if (!flags.autoGroupLengthMarks) return false;
  return preferences.store.getState().values.get(GROUP_LENGTHS_PREFERENCE) !== 'off';
}
