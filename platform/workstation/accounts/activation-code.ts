const GROUPS = 3;
const GROUP = 4;

/**
 * Formats typed or pasted text as an activation code: capital letters in groups of four, separated
 * by dashes.
 */
export function maskActivationCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, GROUPS * GROUP);
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}
