import { ok } from '#foundation';
import { createLink } from '../../accounts/account-links.ts';
import type { AdminCommand } from './command.ts';
import { accountOf, auditAction, baseUrlOf, ORGANIZATION_OPTION } from './site-organization.ts';

export const resetPassword: AdminCommand = {
  name: 'reset-password',
  summary: 'Prints a link for setting a new password',
  options: {
    email: { value: 'ADDRESS', help: 'of the account', required: true },
    organization: ORGANIZATION_OPTION,
  },
  examples: ['reset-password --email chief@north.example'],
  async run(context, values) {
    const account = await accountOf(context, values);
    if (!account.ok) return account;
    const { id, organizationId, email, state } = account.value;
    const isInvited = state === 'INVITED';
    const kind = isInvited ? ('INVITATION' as const) : ('RESET' as const);
    const link = await context.db.transaction().execute(async (trx) => {
      await auditAction(trx, organizationId, 'reset-password', { id });
      const linkTarget = { kind, organizationId, accountId: id, email };
      return createLink(trx, context.clock, baseUrlOf(context), linkTarget);
    });
    const validity = isInvited ? '7 days' : '15 minutes';
    context.print(`Send this link to the user. It is valid once, for ${validity}:`);
    context.print(link);
    if (account.value.lockedAt !== null) {
      context.print(
        'The account is locked. Unlock it with npm run admin -- unlock before using the link.',
      );
    }
    return ok(undefined);
  },
};
