import { birthDatePrefix, dateSchema } from '#contracts';
import type { PatientEntries } from './patient-entries.ts';

/**
 * What words that found nobody can mean for a new patient: a date of birth, a code (it holds a
 * digit), the last name, then the first ones, as the list names people. The form shows it for
 * correction.
 */
export function typedEntries(words: string): Partial<PatientEntries> {
  const all = words.split(/\s+/).filter((word) => word !== '');
  const dates = all.flatMap((word) => birthDatePrefix(word) ?? []);
  const others = all.filter((word) => birthDatePrefix(word) === null);
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

const hasDigit = (word: string): boolean => /\d/.test(word);
