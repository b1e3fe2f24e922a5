import { birthDatePrefix, dateSchema } from '#contracts';
import type { PatientEntries } from './patient-entries.ts';

/**
 * What words that found nobody can mean for a new patient: a date of birth, a code (it holds a
 * digit), the last name, then the first ones, as the list names people. The form shows it for
 * correction.
 */
export function typedEntries(text: string): Partial<PatientEntries> {
  const all = text.split(/\s+/).filter((word) => word !== '');
  const dates = all.flatMap((word) => birthDateIn(word) ?? []);
  const others = all.filter((word) => birthDateIn(word) === null);
  const code = others.find(hasDigit);
  const [lastName, ...firstNames] = others.filter((word) => !hasDigit(word));
  const birthDate = dates.find((date) => dateSchema.safeParse(date).success);
  return {
    ...(code === undefined ? {} : { code }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(firstNames.length === 0 ? {} : { firstName: firstNames.join(' ') }),
    ...(birthDate === undefined ? {} : { birthDate }),
  };
}

/** Four digits that are no year in which anyone was born are a code, e.g. 4711. */
function birthDateIn(word: string): string | null {
  const date = birthDatePrefix(word);
  return date !== null && /^(19|20)/.test(date) ? date : null;
}

const hasDigit = (word: string): boolean => /\d/.test(word);
