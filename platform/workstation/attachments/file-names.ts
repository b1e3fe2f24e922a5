import { attachmentFileNameSchema } from '#contracts';

const MAX_NAME_LENGTH = 100;

/**
 * A name under which the file can be stored, as near to its own as the rules allow, and different
 * from those that are taken.
 */
export function storableName(name: string, usedNames: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = ending === '' ? name : name.slice(0, dot);
  for (let count = 1; ; count += 1) {
    const number = count === 1 ? '' : ` (${count})`;
    const shortened = clean(stem)
      .slice(0, MAX_NAME_LENGTH - ending.length - number.length)
      .trimEnd();
    const candidate = `${shortened}${number}${cleanEnding(ending)}`;
    const isFree = usedNames.every(
      (usedName) => usedName.toLowerCase() !== candidate.toLowerCase(),
    );
    if (isFree && attachmentFileNameSchema.safeParse(candidate).success) return candidate;
    // Every candidate fits the rule: what begins wrongly gets a letter before it.
    if (count > MAX_NAME_LENGTH) throw new Error(`No name can be made of ${name}`);
  }
}

/** What the rule of the contract forbids becomes '_'; the first sign is a letter, digit or '_'. */
function clean(stem: string): string {
  const text = stem.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N} ._()+,&=@#'’-]/gu, '_');
  return /^[\p{L}\p{M}\p{N}_]/u.test(text) ? text : `_${text}`;
}

const cleanEnding = (ending: string): string => ending.replaceAll(/[^\p{L}\p{N}.]/gu, '_');
