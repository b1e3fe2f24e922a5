import * as z from 'zod';
import { idSchema, instantSchema, storedSchema } from './common.ts';

export const deviceSchema = storedSchema.extend({
  serialNumber: z.string(),
  model: z.string(),
  organizationId: idSchema,
  activatedAt: instantSchema.nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/** Who alone may command a device; without use until then. */
export const deviceLeaseSchema = z.object({
  deviceId: idSchema,
  holder: z.object({ id: idSchema, name: z.string() }),
  until: instantSchema,
});
export type DeviceLease = z.infer<typeof deviceLeaseSchema>;
