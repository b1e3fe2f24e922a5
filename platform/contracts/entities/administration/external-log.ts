import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/**
 * An error reported by the browser. Unknown fields are dropped; the server shortens texts further
 * and removes text that could identify a patient. An entry with texts of these lengths fits in the
 * 16 kB of a call before sign-in.
 */
export const externalLogEntrySchema = z.object({
  level: z.enum(['error', 'warn']).default('error'),
  /** Error name or code from the program, e.g. `TypeError` or `VOLUME_NOT_LOADED`. */
  code: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .nullable()
    .default(null),
  message: z.string().max(1_200),
  stack: z.string().max(12_000).nullable().default(null),
  /** Page path, e.g. `/scan`; the query is dropped. */
  page: z.string().max(2_000).nullable().default(null),
  /** Version of the web application. */
  version: z
    .string()
    .regex(/^[\w.+-]{1,40}$/)
    .nullable()
    .default(null),
});

export const externalLogSchema = z.object({
  id: idSchema,
  at: instantSchema,
  accountId: idSchema.nullable(),
  level: z.enum(['error', 'warn']),
  code: z.string().nullable(),
  message: z.string(),
  stack: z.string().nullable(),
  page: z.string().nullable(),
  version: z.string().nullable(),
});
export type ExternalLog = z.infer<typeof externalLogSchema>;

export const externalLogsSchema = z.object({
  entries: z.array(externalLogEntrySchema).min(1).max(20),
});
