import * as z from 'zod';
import { extensionIdSchema } from '../../site/manifest.ts';
import { idSchema, instantSchema } from '../common.ts';

export const switchKindSchema = z.enum(['extension', 'mode']);
export type SwitchKind = z.infer<typeof switchKindSchema>;

/** Who decided whether something is on. */
export const switchOriginSchema = z.enum(['default', 'site', 'environment', 'administrator']);
export type SwitchOrigin = z.infer<typeof switchOriginSchema>;

/**
 * Why an administrator can't change a switch: the administration page needs it, the site file
 * keeps it off, or an environment variable of the server decides it.
 */
export const switchLockSchema = z.enum(['needed', 'site', 'environment']);
export type SwitchLock = z.infer<typeof switchLockSchema>;

/** One extension or mode as an organization has it. */
export const organizationSwitchSchema = z.object({
  kind: switchKindSchema,
  /** Id of the extension or the mode. */
  name: z.string(),
  enabled: z.boolean(),
  origin: switchOriginSchema,
  locked: switchLockSchema.nullable(),
  /** It has jobs or services on the server, which follow the site alone. */
  hasServer: z.boolean(),
  /** When an administrator switched it last, and who; null while none did. */
  changedAt: instantSchema.nullable(),
  changedBy: idSchema.nullable(),
});
export type OrganizationSwitch = z.infer<typeof organizationSwitchSchema>;

/** Every extension of the site, and those modes that somebody decided about; the others are on. */
export const organizationSwitchesSchema = z.object({ items: z.array(organizationSwitchSchema) });
export type OrganizationSwitches = z.infer<typeof organizationSwitchesSchema>;

export const changeSwitchSchema = z.strictObject({
  kind: switchKindSchema,
  name: extensionIdSchema,
  /** Null takes the administrator's word back: what the site says counts again. */
  enabled: z.boolean().nullable(),
});
