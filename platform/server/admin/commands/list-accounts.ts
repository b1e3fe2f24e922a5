import { ok } from '#foundation';
import { accountPage, toAccount } from '../../accounts/account-rows.ts';
import type { AdminCommand } from '../command.ts';
import { ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

const PAGE = 200;

export const listAccounts: AdminCommand = {
  name: 'list-accounts',
  summary: 'The accounts of an organization, newest first',
  options: { organization: ORGANIZATION_OPTION },
  examples: ['list-accounts', 'list-accounts --organization "Breast Centre North"'],
  async run({ db, say }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    let after: { createdAt: string; id: string } | null = null;
    do {
      const filter = { _keywords: '' };
      const { id } = organization.value;
      const { rows }: Awaited<ReturnType<typeof accountPage>> = await accountPage(
        ...[db, id, filter, after, PAGE],
      );
      for (const account of rows.slice(0, PAGE).map(toAccount)) {
        const roles = account.roles.map((one) => one.id).join('+') || 'no role';
        const last = account.lastSignInAt ?? 'never signed in';
        say([account.email, account.state, roles, last].join('\t'));
      }
      after = rows.length > PAGE ? (rows[PAGE - 1] ?? null) : null;
    } while (after !== null);
    return ok(undefined);
  },
};
