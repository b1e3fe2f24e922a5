import { sql } from 'kysely';
import { ok } from '#foundation';
import { clearFailures } from '../../accounts/sign-in-throttle.ts';
import type { AdminCommand } from './command.ts';
import { accountOf, auditAction, ORGANIZATION_OPTION } from './site-organization.ts';

export const unlock: AdminCommand = {
  name: 'unlock',
  summary: 'Unlocks an account that an administrator or failed sign-ins have locked',
  options: {
    email: { value: 'ADDRESS', help: 'of the account', required: true },
    organization: ORGANIZATION_OPTION,
  },
  examples: ['unlock --email chief@north.example'],
  async run(context, values) {
    const account = await accountOf(context, values);
    if (!account.ok) return account;
    const { id, organizationId, email } = account.value;
    await context.db.transaction().execute(async (trx) => {
      await auditAction(trx, organizationId, 'unlock', { id });
      await clearFailures(trx, { organizationId, email });
      await trx
        .updateTable('account')
        .set((eb) => ({
          lockedAt: null,
          lockedBy: null,
          version: eb('version', '+', 1),
          updatedAt: sql<string>`now()`,
        }))
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .execute();
    });
    context.print(`${email} is unlocked`);
    return ok(undefined);
  },
};
