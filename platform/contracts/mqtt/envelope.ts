import * as z from 'zod';
import { epochSchema, idSchema, instantSchema } from '../entities/common.ts';

/**
 * Fields of every message. `epoch` counts the attempts of a scan, `seq` the messages of an epoch; a
 * receiver drops a message that is not newer than the newest received. The publisher keeps `seq`
 * increasing across its own restarts.
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

/** True if `next` follows `last` by (epoch, seq); false for duplicates and late messages. */
export function isNewer(next: NewerThan, last: NewerThan | null): boolean {
  if (last === null) return true;
  return next.epoch > last.epoch || (next.epoch === last.epoch && next.seq > last.seq);
}
