import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/** What was done to a finding: the calls of the catalogue that change one. */
export const FINDING_ACTIONS = [
  'createFinding',
  'updateFinding',
  'deleteFinding',
  'groupFindings',
  'ungroupFinding',
  'deleteAiContour',
] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];

/** One edit of a finding, as the audit trail keeps it. */
export const findingEditSchema = z.object({
  at: instantSchema,
  act: z.enum(FINDING_ACTIONS),
  /** Null: no person did it. Blind annotators are told their own name alone. */
  by: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
});
export type FindingEdit = z.infer<typeof findingEditSchema>;
