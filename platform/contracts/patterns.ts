import * as z from 'zod';

/** Named text patterns of form fields (specification 5), shared by browser and server. */

export const emailPattern = z.email('Enter a valid e-mail address').max(254);
export const urlPattern = z.url({
  protocol: /^https?$/,
  error: 'Enter a valid address that begins with http:// or https://',
});
export const alphanumericPattern = z
  .string()
  .regex(/^[A-Za-z0-9]*$/, 'Only letters and digits are allowed');
export const lettersPattern = z.string().regex(/^\p{L}*$/u, 'Only letters are allowed');
export const lettersAndSpacePattern = z
  .string()
  .regex(/^[\p{L} ]*$/u, 'Only letters and spaces are allowed');
export const timeOfDayPattern = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, 00:00 to 23:59');

const EARLIEST_YEAR = 1900;
const LAST_DAY = 31;

/** Typed year of a date: a number of at most 4 characters, 1900 or later. */
export const yearInputSchema = z
  .string()
  .trim()
  .max(4, 'Year should have at most 4 characters')
  .regex(/^\d+$/, 'Year should be a number')
  .refine((text) => !/^\d+$/.test(text) || Number(text) >= EARLIEST_YEAR, {
    message: 'Date should be a greater than year 1900',
  });

/** Typed day of a date. */
export const dayInputSchema = z
  .string()
  .trim()
  .regex(/^\d+$/, 'Day should be a number')
  .refine((text) => !/^\d+$/.test(text) || Number(text) <= LAST_DAY, {
    message: 'Day should be a less than 31',
  });

/** Date of a form, yyyy-mm-dd: a valid day, not before 1900. */
export const formDateSchema = z.iso
  .date('Enter a date as yyyy-mm-dd')
  .refine((date) => Number(date.slice(0, 4)) >= EARLIEST_YEAR, {
    message: 'Date should be a greater than year 1900',
  });
