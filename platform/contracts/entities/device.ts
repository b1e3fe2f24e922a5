import * as z from 'zod';
import { idSchema, instantSchema, storedSchema } from './common.ts';

export const deviceSchema = storedSchema.extend({
  serialNumber: z.string(),
  model: z.string(),
  organizationId: idSchema,
  activatedAt: instantSchema.nullable(),
});
export type Device = z.infer<typeof deviceSchema>;
