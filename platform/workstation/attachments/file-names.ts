import { attachmentFileNameSchema, MAX_FILE_NAME_LENGTH } from '#contracts';

/**
 * Returns a valid file name as close to `name` as `attachmentFileNameSchema` allows and unique
 * among `usedNames`, regardless of case.
 */
export function storableName(name: string, usedNames: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = ending === '' ? name : name.slice(0, dot);
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count})`;
    const shortened = clean(stem)
      .slice(0, MAX_FILE_NAME_LENGTH - ending.length - suffix.length)
      .trimEnd();
    const candidate = `${shortened}${suffix}${cleanEnding(ending)}`;
    const isFree = usedNames.every(
      (usedName) => usedName.toLowerCase() !== candidate.toLowerCase(),
    );
    if (isFree && attachmentFileNameSchema.safeParse(candidate).success) return candidate;
    // Unreachable in practice, because every candidate is made valid and only the number varies.
    if (count > MAX_FILE_NAME_LENGTH)
      throw new Error(`No valid file name can be derived from ${name}`);
  }
}

/**
 * Replaces characters that `attachmentFileNameSchema` forbids with '_'; prefixes '_' unless the
 * first character is a letter, mark, digit or '_'.
 */
function clean(stem: string): string {
  const text = stem.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N} ._()+,&=@#'’-]/gu, '_');
  return /^[\p{L}\p{M}\p{N}_]/u.test(text) ? text : `_${text}`;
}

const cleanEnding = (ending: string): string => ending.replaceAll(/[^\p{L}\p{N}.]/gu, '_');
