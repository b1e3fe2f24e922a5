import * as z from 'zod';
import { fieldText } from '../texts/field-texts.ts';

/** Converted to lower case as in the database, so that two spellings are the same id. */
export const idSchema = z.uuid().toLowerCase();
/** ISO 8601 instant in UTC. */
export const instantSchema = z.iso.datetime();
/** Calendar date yyyy-mm-dd, without a time zone. */
export const dateSchema = z.iso
  .date()
  .refine((date) => !date.startsWith('0000'), fieldText('YEAR_ZERO'));
/** IANA name of a time zone, e.g. `Europe/Vienna`. */
export const timeZoneSchema = z.string().refine(isTimeZone, fieldText('TIME_ZONE_INVALID'));

/** Time zone for lists that are filtered by day. */
export const daysOfZoneSchema = timeZoneSchema
  .optional()
  .describe('Time zone that defines the days, an IANA name such as `Europe/Vienna`; default UTC.');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl reports an unknown time zone only by throwing.
    return false;
  }
}

/** BCP 47 tag of a language, e.g. `de` or `pt-BR`. */
export const localeSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'This is not a language tag such as de');

/** Number of an attempt at a scan, within the range of a database integer. */
export const epochSchema = z.number().int().nonnegative().max(2_147_483_647);

/** Columns of every stored entity. `version` counts changes from 1. */
export const storedSchema = z.object({
  id: idSchema,
  version: z.number().int().positive(),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
  updatedAt: instantSchema,
  updatedBy: idSchema.nullable(),
});

/** Letters, digits and . _ ~ ! @ # $ -, at most 64 characters. */
export const patientCodeSchema = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z0-9._~!@#$-]*$/, fieldText('PATIENT_CODE_CHARACTERS'));

/**
 * Characters allowed in `_keywords`: those of a code, spaces, and letters, combining marks and
 * apostrophes of names; at most 500.
 */
export const keywordsSchema = z
  .string()
  .normalize('NFC')
  .max(500)
  .regex(/^[\p{L}\p{M}\p{N}._~!@#$ '’-]*$/u, fieldText('SEARCH_CHARACTERS'));

/** Search words for patients, with the description for the API documentation. */
export const patientKeywordsSchema = keywordsSchema
  .default('')
  .describe(
    'Words in any order; the code, a name or the birth date of the patient must contain each. Case and accents are ignored: `unal` finds `Ünal` and vice versa (ß is ss, ø is o, ı is i, æ is ae). A birth date is found by its first part, as yyyy, yyyy-mm or yyyy-mm-dd, and with points as dd.mm.yyyy or mm.yyyy. Dates with slashes are rejected, because the order of day and month in them varies.',
  );

/** Returns the schema of one page of a list; `nextCursor` is null on the last page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int().nonnegative(),
    nextCursor: z.string().nullable(),
  });
}

export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().optional(),
});
