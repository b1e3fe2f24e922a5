const GROUPS = 3;
const GROUP = 4;

/** What is typed or pasted, as a code: letters in groups of four, in capitals, with dashes between. */
export function maskActivationCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, GROUPS * GROUP);
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}
