import * as z from 'zod';
import { fieldText } from './texts/field-texts.ts';

/** Text patterns of form fields, shared by browser and server. */

export const emailPattern = z.email(fieldText('EMAIL_INVALID')).max(254);
export const urlPattern = z.url({
  protocol: /^https?$/,
  ...fieldText('URL_INVALID'),
});
export const alphanumericPattern = z
  .string()
  .regex(/^[A-Za-z0-9]*$/, fieldText('LETTERS_DIGITS_ONLY'));
export const lettersPattern = z.string().regex(/^\p{L}*$/u, fieldText('LETTERS_ONLY'));
export const lettersAndSpacePattern = z
  .string()
  .regex(/^[\p{L} ]*$/u, fieldText('LETTERS_SPACES_ONLY'));
export const timeOfDayPattern = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldText('TIME_FORMAT'));

const EARLIEST_YEAR = 1900;
const LAST_DAY = 31;

/** Typed year of a date: digits only, at most 4, 1900 or later. */
export const yearInputSchema = z
  .string()
  .trim()
  .max(4, fieldText('YEAR_TOO_LONG'))
  .regex(/^\d+$/, fieldText('YEAR_NOT_NUMBER'))
  .refine(
    (text) => !/^\d+$/.test(text) || Number(text) >= EARLIEST_YEAR,
    fieldText('YEAR_BEFORE_1900'),
  );

/** Typed day of a date: digits only, at most 31. */
export const dayInputSchema = z
  .string()
  .trim()
  .regex(/^\d+$/, fieldText('DAY_NOT_NUMBER'))
  .refine((text) => !/^\d+$/.test(text) || Number(text) <= LAST_DAY, fieldText('DAY_TOO_LARGE'));

/** Date of a form, yyyy-mm-dd: a valid day, not before 1900. */
export const formDateSchema = z.iso
  .date(fieldText('DATE_FORMAT'))
  .refine((date) => Number(date.slice(0, 4)) >= EARLIEST_YEAR, fieldText('YEAR_BEFORE_1900'));
