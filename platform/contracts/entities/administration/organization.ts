import * as z from 'zod';
import { storedSchema } from '../common.ts';

/** Host name or address as shown by a browser: lower case, without a port. */
export const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9:]([a-z0-9.:_-]{0,251}[a-z0-9])?)$/,
    'A host name has no port and no path',
  );

export const organizationFieldsSchema = z.strictObject({
  name: z.string().trim().min(1, 'Name the organization').max(200),
  /** Hosts can only be removed in this field; an activation code adds a host. */
  hosts: z.array(hostSchema).max(100),
});

/** An organization as its administrators see it. */
export const organizationRecordSchema = storedSchema.extend({
  name: z.string(),
  hosts: z.array(z.string()),
});
export type OrganizationRecord = z.infer<typeof organizationRecordSchema>;

/** Three groups of four letters, separated by dashes (specification 5). */
export const activationCodeSchema = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z]{4}-[A-Za-z]{4}-[A-Za-z]{4}$/,
    'An activation code is three groups of four letters separated by dashes',
  )
  .toUpperCase();
