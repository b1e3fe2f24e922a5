import * as z from 'zod';
import { relationType } from '../../enumerations.ts';
import { idSchema, storedSchema } from '../common.ts';

/**
 * Links a user's finding to the AI finding from which it was made; the AI finding stays unchanged.
 */
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
