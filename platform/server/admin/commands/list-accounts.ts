import { ok } from '#foundation';
import { accountPage } from '../../accounts/account-rows.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { AdminCommand } from './command.ts';
import { ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

const PAGE = 200;
const NEWEST_FIRST = { sort: 'createdAt', direction: 'desc', _keywords: '' } as const;

export const listAccounts: AdminCommand = {
  name: 'list-accounts',
  summary: 'Lists the accounts of an organization, newest first',
  options: { organization: ORGANIZATION_OPTION },
  examples: ['list-accounts', 'list-accounts --organization "Breast Centre North"'],
  async run({ db, print }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = { ...NEWEST_FIRST, limit: PAGE, cursor };
      const page: Awaited<ReturnType<typeof accountPage>> = await accountPage(
        db,
        organization.value.id,
        query,
      );
      // A cursor returned by `accountPage` is always valid.
      if (page instanceof ErrorResponse) throw new Error(page.message);
      for (const account of page.items) {
        const roles = account.roles.map((role) => role.id).join('+') || 'no role';
        const last = account.lastSignInAt ?? 'never signed in';
        print([account.email, account.state, roles, last].join('\t'));
      }
      cursor = page.nextCursor;
    }
    return ok(undefined);
  },
};
