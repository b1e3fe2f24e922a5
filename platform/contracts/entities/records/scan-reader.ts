import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';
import { planePositionSchema, volumeGridFieldsSchema, volumeGridSchema } from './scan.ts';

/** Presence timeout in seconds. */
export const READER_SECONDS = 45;

/**
 * Plane position in voxels of `grid`; a grid of null means the grid of the client that receives the
 * position.
 */
const readerPositionSchema = planePositionSchema.extend({
  grid: volumeGridSchema.nullable().default(null),
});

/** Position of a reader in a request. */
const sentPositionSchema = z.strictObject({
  ...planePositionSchema.shape,
  grid: volumeGridFieldsSchema.nullable().default(null),
});

/** Presence report of a page while a scan is open. */
export const scanPresenceSchema = z.strictObject({
  /** Each browser tab counts as a separate reader. */
  tab: idSchema,
  /** Plane position; null until planes are shown. */
  place: sentPositionSchema.nullable().default(null),
  /** True when the tab closes the scan. */
  leaves: z.boolean().default(false),
});

/** A user with the scan open. */
export const scanReaderSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  place: readerPositionSchema.nullable(),
  since: instantSchema,
});
export type ScanReader = z.infer<typeof scanReaderSchema>;
