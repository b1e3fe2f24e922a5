import * as z from 'zod';
import { closureReason, scanSide } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';

/** Longest note on why a follow-up was closed. */
export const MAX_CLOSURE_NOTE_LENGTH = 2_000;

const REASONS = 'DECLINED, ELSEWHERE, MOVED, DECEASED or OTHER.';

export const followUpClosureFieldsSchema = z
  .strictObject({
    id: idSchema.describe('UUID that the client chooses; a repeated call stores nothing twice.'),
    sides: z
      .array(scanSide.schema)
      .min(1)
      .refine((sides) => new Set(sides).size === sides.length, fieldText('SIDE_TWICE'))
      .describe('Breasts whose follow-up is closed.'),
    reason: closureReason.schema.describe(REASONS),
    note: z
      .string()
      .trim()
      .max(MAX_CLOSURE_NOTE_LENGTH)
      .nullable()
      .default(null)
      .transform((text) => (text === '' ? null : text))
      .describe('Note on the reason, required with OTHER; null without one.'),
    confirmsGrowth: z
      .boolean()
      .default(false)
      .describe('True closes the follow-up of a grown lesion, which is rejected otherwise.'),
  })
  .refine(({ reason, note }) => reason !== 'OTHER' || note !== null, {
    path: ['note'],
    ...fieldText('NOTE_OF_OTHER'),
  });
export type FollowUpClosureFields = z.input<typeof followUpClosureFieldsSchema>;

/** Why and by whom the follow-up of breasts of a study was closed. */
export const followUpClosureSchema = z.object({
  id: idSchema,
  studyId: idSchema,
  sides: z.array(scanSide.schema).describe('Breasts whose follow-up was closed.'),
  reason: closureReason.schema.describe(REASONS),
  note: z.string().nullable().describe('Note on the reason; null without one.'),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
  author: z.string().nullable().describe('Name of the user who closed the follow-up.'),
  isSuperseded: z
    .boolean()
    .describe(
      'True once a report of the patient, an addendum to the report or a growth of a lesion is newer.',
    ),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
  deletionReason: z
    .string()
    .nullable()
    .describe('Why the follow-up was reopened; null while the closure counts.'),
});
export type FollowUpClosure = z.infer<typeof followUpClosureSchema>;
