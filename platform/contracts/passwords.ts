import * as z from 'zod';
import { COMMON_WORDS } from './common-passwords.ts';
import type { FieldError } from './errors.ts';
import { fieldError } from './field-errors.ts';
import type { FieldTextCode } from './texts/field-texts.ts';
import { fieldText } from './texts/field-texts.ts';

export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;
const PRODUCT_NAME = 'clockface';

interface Rule {
  readonly code: FieldTextCode;
  readonly values?: FieldError['values'];
  readonly isBrokenBy: (password: string, email: string) => boolean;
}

/** Rules for a new password, in the order in which a form lists them. */
const RULES: readonly Rule[] = [
  {
    code: 'TOO_SHORT',
    values: { minimum: MIN_PASSWORD_LENGTH },
    isBrokenBy: (password) => [...password].length < MIN_PASSWORD_LENGTH,
  },
  {
    code: 'TOO_LONG',
    values: { maximum: MAX_PASSWORD_LENGTH },
    isBrokenBy: (password) => password.length > MAX_PASSWORD_LENGTH,
  },
  { code: 'NO_DIGIT', isBrokenBy: (password) => !/\p{Nd}/u.test(password) },
  { code: 'NO_UPPER_CASE', isBrokenBy: (password) => !/\p{Lu}/u.test(password) },
  { code: 'NO_LOWER_CASE', isBrokenBy: (password) => !/\p{Ll}/u.test(password) },
  { code: 'NO_SPECIAL', isBrokenBy: (password) => !/[^\p{L}\p{N}\s]/u.test(password) },
  { code: 'IS_EMAIL', isBrokenBy: isEmail },
  {
    code: 'PRODUCT_NAME',
    isBrokenBy: (password) => isRepetitionOf(lettersOf(password), PRODUCT_NAME),
  },
  {
    code: 'COMMON',
    isBrokenBy: (password) => password.length <= MAX_PASSWORD_LENGTH && isCommon(password),
  },
];

/** Returns every problem of a new password; `email` is empty in forms without an address. */
export function passwordProblems(
  password: string,
  email = '',
): readonly Omit<FieldError, 'field'>[] {
  return RULES.filter((rule) => rule.isBrokenBy(password, email.trim().toLowerCase())).map(
    ({ code, values }) => {
      const { field: _, ...error } = fieldError('', code, values);
      return error;
    },
  );
}

/** A typed password; normalised, because keyboards encode the same letter differently. */
export const typedPasswordSchema = z
  .string()
  .normalize('NFC')
  .min(1, fieldText('PASSWORD_REQUIRED'))
  .max(1024);

/** A new password that keeps all `RULES`; browser and server check the same rules. */
export const newPasswordSchema = z
  .string()
  .normalize('NFC')
  .superRefine((password, context) => {
    for (const { message, ...params } of passwordProblems(password)) {
      context.addIssue({ code: 'custom', message, params });
    }
  });

/** Characters commonly used in place of letters. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
  '|': 'l',
  '+': 't',
};

/** Returns the letters of the text in lower case. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}

/**
 * Returns the letters with substitutions reversed (`P@ssw0rd` becomes `password`), without digits
 * and symbols at the ends.
 */
function substitutedLettersOf(text: string): string {
  const inner = text.toLowerCase().replaceAll(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  return lettersOf([...inner].map((character) => SUBSTITUTIONS[character] ?? character).join(''));
}

/** True if the text consists of the word, once or repeated. */
function isRepetitionOf(text: string, word: string): boolean {
  return word !== '' && text !== '' && text.replaceAll(word, '') === '';
}

function isEmail(password: string, email: string): boolean {
  if (email === '') return false;
  const typed = password.toLowerCase();
  if (typed.includes(email)) return true;
  const name = lettersOf(email.split('@')[0] ?? '');
  return isRepetitionOf(lettersOf(password), name);
}

/**
 * True for a common word with decoration or repetition, a row of keys, or fewer than five different
 * characters.
 */
function isCommon(password: string): boolean {
  if (new Set(password.toLowerCase()).size < 5 || /12345678|87654321/.test(password)) return true;
  const variants = [lettersOf(password), substitutedLettersOf(password)];
  return variants.some(
    (variant) =>
      variant === '' || COMMON_WORDS.has(variant) || COMMON_WORDS.has(repeatedUnitOf(variant)),
  );
}

/** Returns the word that the text repeats; the text itself if nothing repeats. */
function repeatedUnitOf(text: string): string {
  for (let length = 3; length <= text.length / 2; length += 1) {
    const word = text.slice(0, length);
    if (isRepetitionOf(text, word)) return word;
  }
  return text;
}
