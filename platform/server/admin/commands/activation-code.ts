import { ok } from '#foundation';
import { createActivationCode } from '../../operations/organizations/activation-codes.ts';
import type { AdminCommand } from './command.ts';
import { auditAction, ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

export const activationCode: AdminCommand = {
  name: 'activation-code',
  summary:
    'Prints a code that activates the organization for another host name; valid once, for a week',
  options: { organization: ORGANIZATION_OPTION },
  examples: ['activation-code --organization "Breast Centre North"'],
  async run({ db, print }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    const { id, name } = organization.value;
    const code = await db.transaction().execute(async (trx) => {
      await auditAction(trx, id, 'activation-code', { id });
      return createActivationCode(trx, id);
    });
    print(`${code} activates ${name}: type it at /activation under the new host name`);
    return ok(undefined);
  },
};
