import * as z from 'zod';
import { relationType } from '../../enumerations.ts';
import { idSchema, storedSchema } from '../common.ts';

/** A user's finding that was made from one of the AI; the AI's stays as it was. */
export const findingRelationFieldsSchema = z.strictObject({
  autoSegmentFindingId: idSchema,
  userFindingId: idSchema,
  relationType: relationType.schema.default('USER_TO_ML'),
});
export type FindingRelationFields = z.input<typeof findingRelationFieldsSchema>;

export const findingRelationSchema = storedSchema.extend({
  autoSegmentFindingId: idSchema,
  userFindingId: idSchema,
  relationType: relationType.schema,
});
export type FindingRelation = z.infer<typeof findingRelationSchema>;
