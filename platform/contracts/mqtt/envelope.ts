import * as z from 'zod';
import { epochSchema, idSchema, instantSchema } from '../entities/common.ts';

/**
 * What every message carries. `epoch` counts the attempts of a scan, `seq` the messages of an
 * epoch: a receiver drops what is not newer than the newest it has seen. Whoever publishes keeps
 * `seq` growing also across its own restarts.
 */
export const envelopeSchema = z.object({
  id: idSchema,
  at: instantSchema,
  scanId: idSchema.nullable(),
  epoch: epochSchema,
  seq: z.number().int().nonnegative(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export type NewerThan = Pick<Envelope, 'epoch' | 'seq'>;

/** True when `next` comes after `last` by (epoch, seq): duplicates and late messages are not. */
export function isNewer(next: NewerThan, last: NewerThan | null): boolean {
  if (last === null) return true;
  return next.epoch > last.epoch || (next.epoch === last.epoch && next.seq > last.seq);
}
