import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

const WRONG = 'code and value must be strings, and code must be non-empty';

export const prefCodeSchema = z
  .string(WRONG)
  .min(1, WRONG)
  .max(100)
  .regex(/^[\w.:/-]+$/, 'A preference code holds letters, digits and . _ : / -');

/** What one person prefers; a value is text, for programs to read. */
export const preferenceFieldsSchema = z.strictObject({
  userId: idSchema,
  prefCode: prefCodeSchema,
  value: z.string(WRONG).max(32_768),
});

export const preferenceSchema = preferenceFieldsSchema.extend({ updatedAt: instantSchema });
export type Preference = z.infer<typeof preferenceSchema>;

/** No person keeps more preferences than this. */
export const MOST_PREFERENCES = 500;
