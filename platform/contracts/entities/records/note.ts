import * as z from 'zod';
import { noteSubject } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';

export const noteFieldsSchema = z.strictObject({
  text: z.string().normalize('NFC').trim().min(1, fieldText('NOTE_REQUIRED')).max(10_000),
});
export type NoteFields = z.infer<typeof noteFieldsSchema>;

/** Note of a user on a patient, a study or a finding. */
export const noteSchema = storedSchema.extend({
  entityRow: z.object({ kind: noteSubject.schema, id: idSchema }),
  text: z.string(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Note = z.infer<typeof noteSchema>;
