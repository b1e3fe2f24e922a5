import * as z from 'zod';

/** Converted to lower case as in the database, so that two spellings are the same id. */
export const idSchema = z.uuid().toLowerCase();
/** ISO 8601 instant in UTC. */
export const instantSchema = z.iso.datetime();
/** Calendar date yyyy-mm-dd, without a time zone. */
export const dateSchema = z.iso.date().refine((date) => !date.startsWith('0000'), {
  message: 'There is no year 0000',
});
/** IANA name of a time zone, e.g. `Europe/Vienna`. */
export const timeZoneSchema = z.string().refine(isTimeZone, 'This is no time zone');

/** Time zone for lists that are filtered by day. */
export const daysOfZoneSchema = timeZoneSchema
  .optional()
  .describe('Time zone whose days are meant, an IANA name as `Europe/Vienna`; UTC without it.');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl reports an unknown time zone only by throwing.
    return false;
  }
}

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

/** Letters, digits and . _ ~ ! @ # $ -, at most 64 (specification 5). */
export const patientCodeSchema = z
  .string()
  .trim()
  .max(64, 'A code has at most 64 characters')
  .regex(/^[A-Za-z0-9._~!@#$-]*$/, 'Only letters, digits and . _ ~ ! @ # $ - are allowed');

/**
 * Characters allowed in `_keywords`: those of a code, spaces, and letters, combining marks and
 * apostrophes of names; at most 500.
 */
export const keywordsSchema = z
  .string()
  .normalize('NFC')
  .max(500, 'A search has at most 500 characters')
  .regex(
    /^[\p{L}\p{M}\p{N}._~!@#$ '’-]*$/u,
    "Only letters, digits, spaces and . _ ~ ! @ # $ ' - are allowed",
  );

/** Search words for patients, with the description for the API documentation. */
export const patientKeywordsSchema = keywordsSchema
  .default('')
  .describe(
    'Words in any order, each of which the code, a name or the birth date of the patient holds. Neither case nor accents count: `unal` finds `Ünal` and the other way round (ß is ss, ø is o, ı is i, æ is ae). A birth date is found from its beginning, as yyyy, yyyy-mm or yyyy-mm-dd, and with points as dd.mm.yyyy or mm.yyyy; dates with strokes are refused, since some write the day first and others the month.',
  );

/** Returns the schema of one page of a list; `nextCursor` is null on the last page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int().nonnegative(),
    nextCursor: z.string().nullable(),
  });
}

export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().optional(),
});
