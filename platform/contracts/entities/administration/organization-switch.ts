import * as z from 'zod';
import { extensionIdSchema } from '../../extension-id.ts';
import { idSchema, instantSchema } from '../common.ts';

export const switchKindSchema = z.enum(['extension', 'mode']);
export type SwitchKind = z.infer<typeof switchKindSchema>;

/** Source of the decision whether an extension or mode is enabled. */
export const switchOriginSchema = z.enum(['default', 'site', 'environment', 'administrator']);
export type SwitchOrigin = z.infer<typeof switchOriginSchema>;

/**
 * Why an administrator can't change a switch: the administration page needs the extension, the site
 * file disables it, or an environment variable of the server decides.
 */
export const switchLockSchema = z.enum(['needed', 'site', 'environment']);
export type SwitchLock = z.infer<typeof switchLockSchema>;

/** State of one extension or mode in an organization. */
export const organizationSwitchSchema = z.object({
  kind: switchKindSchema,
  /** Id of the extension or mode. */
  name: z.string(),
  enabled: z.boolean(),
  origin: switchOriginSchema,
  locked: switchLockSchema.nullable(),
  /** True if the extension has jobs or services on the server, which only the site switches. */
  hasServer: z.boolean(),
  /** Time and author of the last change by an administrator; null if there was none. */
  changedAt: instantSchema.nullable(),
  changedBy: idSchema.nullable(),
});
export type OrganizationSwitch = z.infer<typeof organizationSwitchSchema>;

/**
 * Every extension of the site, and each mode with an explicit decision; all other modes are
 * enabled.
 */
export const organizationSwitchesSchema = z.object({ items: z.array(organizationSwitchSchema) });
export type OrganizationSwitches = z.infer<typeof organizationSwitchesSchema>;

export const changeSwitchSchema = z.strictObject({
  kind: switchKindSchema,
  name: extensionIdSchema,
  /** Null removes the administrator's decision, so that the site's setting applies again. */
  enabled: z.boolean().nullable(),
});
