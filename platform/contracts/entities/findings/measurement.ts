import * as z from 'zod';
import { measurementUnit } from '../../enumerations.ts';
import { idSchema, instantSchema } from '../common.ts';
import { normalisedPointSchema } from './finding.ts';

/** Measurement of a mark as exported with its finding. */
export const measurementSchema = z.object({
  id: idSchema,
  label: z.string().max(100),
  description: z.string().max(1000),
  type: z.string().max(32),
  unit: measurementUnit.schema,
  /** In square `unit`; null for a mark without an area. */
  area: z.number().nonnegative().nullable(),
  points: z.array(normalisedPointSchema).max(10_000),
  /** Origin of the measurement, e.g. the id of a scan file. */
  source: z.string().max(200),
  modifiedTimestamp: instantSchema,
});
export type Measurement = z.infer<typeof measurementSchema>;
