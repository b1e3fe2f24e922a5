const GROUPS = 3;
const GROUP_LENGTH = 4;
const GROUP = new RegExp(`.{1,${GROUP_LENGTH}}`, 'g');

/**
 * Formats typed or pasted text as an activation code: at most 12 capital letters in groups of four,
 * separated by dashes. Drops other characters.
 */
export function formatActivationCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, GROUPS * GROUP_LENGTH);
  return (letters.match(GROUP) ?? []).join('-');
}
