import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';

const INVALID_PREFERENCE = fieldText('PREFERENCE_INVALID');

export const prefCodeSchema = z
  .string(INVALID_PREFERENCE)
  .min(1, INVALID_PREFERENCE)
  .max(100)
  .regex(/^[\w.:/-]+$/, fieldText('PREFERENCE_CODE_CHARACTERS'));

/** A preference of one user; `value` is machine-readable text. */
export const preferenceFieldsSchema = z.strictObject({
  userId: idSchema,
  prefCode: prefCodeSchema,
  value: z.string(INVALID_PREFERENCE).max(32_768),
});

export const preferenceSchema = preferenceFieldsSchema.extend({ updatedAt: instantSchema });
export type Preference = z.infer<typeof preferenceSchema>;

/** Maximum number of preferences per user. */
export const MAX_PREFERENCES = 500;
