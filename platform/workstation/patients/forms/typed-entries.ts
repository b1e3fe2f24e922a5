import { birthDatePrefix, dateSchema } from '#contracts';
import type { PatientEntries } from './patient-entries.ts';

/**
 * Interprets an unmatched search text as entries of a new patient: a date of birth, a code (a word
 * with a digit), and the last name before the first names, as the list shows them. The form shows
 * the result for correction.
 */
export function typedEntries(text: string): Partial<PatientEntries> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const dates = words.flatMap((word) => birthDateIn(word) ?? []);
  const otherWords = words.filter((word) => birthDateIn(word) === null);
  const code = otherWords.find(hasDigit);
  const [lastName, ...firstNames] = otherWords.filter((word) => !hasDigit(word));
  const birthDate = dates.find((date) => dateSchema.safeParse(date).success);
  return {
    ...(code === undefined ? {} : { code }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(firstNames.length === 0 ? {} : { firstName: firstNames.join(' ') }),
    ...(birthDate === undefined ? {} : { birthDate }),
  };
}

/**
 * Returns the date of birth in a word. Four digits that do not begin with 19 or 20 are not a year,
 * but a code, e.g. 4711.
 */
function birthDateIn(word: string): string | null {
  const date = birthDatePrefix(word);
  return date !== null && /^(19|20)/.test(date) ? date : null;
}

const hasDigit = (word: string): boolean => /\d/.test(word);
