import { fieldTexts } from '../texts/field-texts.ts';

/** Returns the error of a text with more than `maxLength` characters; null for any other. */
export function lengthError(text: string, maxLength: number): string | null {
  const surplus = text.length - maxLength;
  return surplus > 0 ? fieldTexts.tooLong(surplus, maxLength) : null;
}
