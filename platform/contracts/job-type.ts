import * as z from 'zod';
import { type JobType, jobType } from './enumerations.ts';

/** One word of a reverse domain name. */
const WORD = '[a-z][a-z0-9-]{0,31}';

/**
 * Job type of a third party, a reverse domain name of three to six words such as
 * `org.example.blobs`.
 */
export const externalJobTypeSchema = z.templateLiteral([
  z.string().regex(new RegExp(`^${WORD}$`)),
  '.',
  z.string().regex(new RegExp(`^${WORD}(\\.${WORD}){1,4}$`)),
]);
export type ExternalJobType = z.infer<typeof externalJobTypeSchema>;

/** Job type of the product, or of a third party. */
export const anyJobTypeSchema = z.union([jobType.schema, externalJobTypeSchema]);
export type AnyJobType = z.infer<typeof anyJobTypeSchema>;

export function isJobType(type: AnyJobType): type is JobType {
  return Object.hasOwn(jobType.labels, type);
}

/** Returns the translated label of a job type; the type itself for one of a third party. */
export function jobTypeLabel(type: AnyJobType): string {
  return isJobType(type) ? jobType.labels[type] : type;
}
