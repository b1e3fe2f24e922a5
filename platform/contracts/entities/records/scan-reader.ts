import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';
import { planePositionSchema, volumeGridSchema } from './scan.ts';

/** A reader who has said nothing for this long has left. */
export const READER_SECONDS = 45;

/** Where planes stand, and whose voxels that counts; without a grid, those of whoever reads it. */
const readerPositionSchema = planePositionSchema.extend({
  grid: volumeGridSchema.nullable().default(null),
});

/** What the page of a reader says of itself while a scan is open on it. */
export const scanPresenceSchema = z.strictObject({
  /** Each tab of a browser reads by itself. */
  tab: idSchema,
  /** Where its planes stand; null while nothing is shown yet. */
  place: readerPositionSchema.nullable().default(null),
  /** The scan is closed here. */
  leaves: z.boolean().default(false),
});

/** Who has a scan open. */
export const scanReaderSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  place: readerPositionSchema.nullable(),
  since: instantSchema,
});
export type ScanReader = z.infer<typeof scanReaderSchema>;
