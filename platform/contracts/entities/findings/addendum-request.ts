import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';

export const addendumRequestFieldsSchema = z.strictObject({
  id: idSchema.describe('UUID that the client chooses; a repeated call stores nothing twice.'),
  text: z
    .string()
    .trim()
    .min(1, fieldText('REQUEST_TEXT_REQUIRED'))
    .max(2_000)
    .describe('What the addendum should state.'),
});
export type AddendumRequestFields = z.input<typeof addendumRequestFieldsSchema>;

/** Request for an addendum to a signed report. */
export const addendumRequestSchema = z.object({
  id: idSchema,
  studyId: idSchema,
  reportId: idSchema.describe('Id of the signed report.'),
  text: z.string().describe('What the addendum should state.'),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
  author: z.string().nullable().describe('Name of the user who asked for the addendum.'),
  isOpen: z
    .boolean()
    .describe('True until an addendum is signed after the request, or the request is closed.'),
  closedAt: instantSchema
    .nullable()
    .describe('Time at which a user closed the request, ISO 8601 in UTC; null otherwise.'),
  closedBy: idSchema.nullable().describe('Id of the account that closed the request.'),
  closeReason: z.string().nullable().describe('Why a user closed the request; null otherwise.'),
});
export type AddendumRequest = z.infer<typeof addendumRequestSchema>;
