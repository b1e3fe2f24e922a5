import * as z from 'zod';
import { fieldText } from './texts/field-texts.ts';

/**
 * Text patterns of form fields, shared by browser and server. The pattern of a single kind of field
 * is defined with its entity.
 */

/** E-mail address, stored and compared in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email(fieldText('EMAIL_INVALID')));
/** Address that starts with http:// or https://. */
export const urlPattern = z.url({
  protocol: /^https?$/,
  ...fieldText('URL_INVALID'),
});
/** HH:MM, 24 hours. */
export const timeOfDayPattern = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldText('TIME_FORMAT'));

const EARLIEST_YEAR = 1900;

/** Date of a form, yyyy-mm-dd: a valid day, not before 1900. */
export const formDateSchema = z.iso
  .date(fieldText('DATE_FORMAT'))
  .refine((date) => Number(date.slice(0, 4)) >= EARLIEST_YEAR, fieldText('YEAR_BEFORE_1900'));
