import { ok } from '#foundation';
import { makeLink } from '../../accounts/account-links.ts';
import type { AdminCommand } from '../command.ts';
import { accountOf, auditAct, baseUrlOf, ORGANIZATION_OPTION } from './site-organization.ts';

export const resetPassword: AdminCommand = {
  name: 'reset-password',
  summary: 'Prints an address at which a person sets a new password',
  options: {
    email: { value: 'ADDRESS', help: 'of the account', required: true },
    organization: ORGANIZATION_OPTION,
  },
  examples: ['reset-password --email chief@north.example'],
  async run(context, values) {
    const found = await accountOf(context, values);
    if (!found.ok) return found;
    const { id, organizationId, email, state } = found.value;
    const isInvited = state === 'INVITED';
    const kind = isInvited ? ('INVITATION' as const) : ('RESET' as const);
    const link = await context.db.transaction().execute(async (inside) => {
      await auditAct(inside, organizationId, 'reset-password', { id });
      const of = { kind, organizationId, accountId: id, email };
      return makeLink(inside, context.clock, baseUrlOf(context), of);
    });
    const within = isInvited ? '7 days' : '15 minutes';
    context.say(`Give this address to the person; it works once, within ${within}:`);
    context.say(link);
    if (found.value.lockedAt !== null) {
      context.say(
        'The account is locked: npm run admin -- unlock lifts that, before the address works.',
      );
    }
    return ok(undefined);
  },
};
