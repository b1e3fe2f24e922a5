import { attachmentFileNameSchema } from '#contracts';

const LONGEST = 100;

/**
 * A name under which the file can be stored, as near to its own as the rules allow, and different
 * from those that are taken.
 */
export function storableName(name: string, taken: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = ending === '' ? name : name.slice(0, dot);
  for (let count = 1; ; count += 1) {
    const number = count === 1 ? '' : ` (${count})`;
    const kept = clean(stem)
      .slice(0, LONGEST - ending.length - number.length)
      .trimEnd();
    const candidate = `${kept}${number}${cleanEnding(ending)}`;
    const isFree = taken.every((one) => one.toLowerCase() !== candidate.toLowerCase());
    if (isFree && attachmentFileNameSchema.safeParse(candidate).success) return candidate;
    // Every candidate fits the rule: what begins wrongly gets a letter before it.
    if (count > LONGEST) throw new Error(`No name can be made of ${name}`);
  }
}

/** What the rule of the contract forbids becomes '_'; the first sign is a letter, digit or '_'. */
function clean(stem: string): string {
  const text = stem.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N} ._()+,&=@#'’-]/gu, '_');
  return /^[\p{L}\p{M}\p{N}_]/u.test(text) ? text : `_${text}`;
}

const cleanEnding = (ending: string): string => ending.replaceAll(/[^\p{L}\p{N}.]/gu, '_');
