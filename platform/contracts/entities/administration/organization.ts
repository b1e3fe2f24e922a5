import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';
import { storedSchema } from '../common.ts';

/** Host name or address as shown by a browser: lower case, without a port. */
export const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9:]([a-z0-9.:_-]{0,251}[a-z0-9])?)$/,
    fieldText('HOST_FORMAT'),
  );

export const organizationFieldsSchema = z.strictObject({
  name: z.string().trim().min(1, fieldText('ORGANIZATION_NAME_REQUIRED')).max(200),
  /** Hosts can only be removed in this field; an activation code adds a host. */
  hosts: z.array(hostSchema).max(100),
});

/** An organization as its administrators see it. */
export const organizationRecordSchema = storedSchema.extend({
  name: z.string(),
  hosts: z.array(z.string()),
});
export type OrganizationRecord = z.infer<typeof organizationRecordSchema>;

/** Three groups of four letters, separated by dashes; converted to upper case. */
export const activationCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{4}-[A-Za-z]{4}-[A-Za-z]{4}$/, fieldText('ACTIVATION_CODE_FORMAT'))
  .toUpperCase();
