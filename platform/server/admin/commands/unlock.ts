import { sql } from 'kysely';
import { ok } from '#foundation';
import { forgetFailures } from '../../accounts/sign-in-throttle.ts';
import type { AdminCommand } from '../command.ts';
import { accountOf, auditAct, ORGANIZATION_OPTION } from './site-organization.ts';

export const unlock: AdminCommand = {
  name: 'unlock',
  summary: 'Lifts the lock of an account, whether an administrator or failed sign-ins set it',
  options: {
    email: { value: 'ADDRESS', help: 'of the account', required: true },
    organization: ORGANIZATION_OPTION,
  },
  examples: ['unlock --email chief@north.example'],
  async run(context, values) {
    const found = await accountOf(context, values);
    if (!found.ok) return found;
    const { id, organizationId, email } = found.value;
    await context.db.transaction().execute(async (inside) => {
      await auditAct(inside, organizationId, 'unlock', { id });
      await forgetFailures(inside, { organizationId, email });
      await inside
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
    context.say(`${email} is unlocked`);
    return ok(undefined);
  },
};
