import * as z from 'zod';
import { idSchema, storedSchema } from './common.ts';

export const studyFieldsSchema = z.object({
  /** Client-made id (UUIDv7), so that a repeated POST finds the same study. */
  id: idSchema.optional(),
  patientId: idSchema,
  accessionNumber: z
    .string()
    .trim()
    .max(64)
    .nullable()
    .transform((text) => (text === '' ? null : text)),
});

export const studySchema = storedSchema.extend({
  patientId: idSchema,
  accessionNumber: z.string().nullable(),
});
export type Study = z.infer<typeof studySchema>;
