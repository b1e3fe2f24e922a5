import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/** Calls of the catalogue that change a finding. */
export const FINDING_ACTIONS = [
  'createFinding',
  'updateFinding',
  'deleteFinding',
  'groupFindings',
  'ungroupFinding',
  'deleteAiContour',
  'decideAiFinding',
] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];

/** One edit of a finding from the audit trail. */
export const findingEditSchema = z.object({
  at: instantSchema,
  act: z.enum(FINDING_ACTIONS),
  /** Null if no user made the edit. Blind annotators receive only their own name. */
  by: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
});
export type FindingEdit = z.infer<typeof findingEditSchema>;
