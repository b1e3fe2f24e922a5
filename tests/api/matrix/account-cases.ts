import type { Account } from '#contracts';
import { newId, systemClock } from '#foundation';
import type { accountRoutes } from '../../../platform/contracts/routes/administration/account-routes.ts';
import { createLink, type LinkKind } from '../../../platform/server/accounts/account-links.ts';
import { EMAILS } from '../support/start-test-server.ts';
import { ifMatch, type MatrixTenant, type RouteCase, type RouteCases } from './route-case.ts';

const ALL_ROLES = ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const ADMIN = { roles: ['ADMIN'], principals: [] } as const;
const PUBLIC = { roles: 'public', principals: [] } as const;
const NEW_PASSWORD = 'Kettle-orbit-92-fern';
const PROFILE = { firstName: 'Nora', lastName: 'Novak', jobTitle: 'Sonographer' };

const newEmail = (): string => `${newId()}@clinic.example`;

/** Returns a fresh link token, as a mail to an account of the tenant would contain. */
async function createLinkToken(tenant: MatrixTenant, kind: LinkKind): Promise<string> {
  const { db, organizationId } = tenant;
  const accountId = kind === 'CONFIRMATION' ? null : await tenant.newAccount();
  let email = newEmail();
  if (accountId !== null) {
    const state = kind === 'INVITATION' ? ('INVITED' as const) : ('ACTIVE' as const);
    const row = await db
      .updateTable('account')
      .set({ state })
      .where('organizationId', '=', organizationId)
      .where('id', '=', accountId)
      .returning('email')
      .executeTakeFirstOrThrow();
    email = row.email;
  }
  const target = { kind, organizationId, accountId, email };
  const link = await createLink(db, systemClock, 'https://site.example', target);
  return link.slice(link.indexOf('=') + 1);
}

/** Builds a case for a call on a fresh account of the tenant. */
const onNewAccount = (fields: object = {}): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (tenant) => ({ body: { id: await tenant.newAccount(), ...fields } }),
  foreign: { id: 'theirs' },
});

export const accountCases: RouteCases<typeof accountRoutes> = {
  listAccounts: {
    ...ADMIN,
    call: () => ({ query: { limit: '5', _keywords: 'casey' } }),
    foreign: 'contains no id',
  },
  listColleagues: {
    roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'],
    principals: [],
    call: () => ({}),
    foreign: 'contains no id',
  },
  getAccount: {
    ...ADMIN,
    call: async (tenant) => ({ params: { id: await tenant.newAccount() } }),
    foreign: { id: 'theirs' },
  },
  getAccountWithDeleted: {
    ...ADMIN,
    call: async (tenant) => ({ params: { id: await tenant.newAccount() } }),
    foreign: { id: 'theirs' },
  },
  createPerson: {
    ...ADMIN,
    call: () => ({ body: { email: newEmail(), ...PROFILE, roles: [{ id: 'VIEWER' }] } }),
    foreign: 'contains no id',
  },
  updateAccount: {
    ...ADMIN,
    call: async (tenant) => {
      const id = await tenant.newAccount();
      const { version, email } = await tenant.must<Account>('ADMIN', 'GET', `/accounts/${id}`);
      const body = { email, ...PROFILE, roles: [{ id: 'OPERATOR' }] };
      return { params: { id }, body, headers: ifMatch(version) };
    },
    foreign: { id: 'theirs' },
  },
  deleteAccount: {
    ...ADMIN,
    call: async (tenant) => ({ params: { id: await tenant.newAccount() }, headers: ifMatch(1) }),
    foreign: { id: 'theirs' },
  },
  changePasswordByAdmin: { ...ADMIN, ...onNewAccount({ newPassword: NEW_PASSWORD }) },
  lockAccountByAdmin: { ...ADMIN, ...onNewAccount() },
  unlockAccountByAdmin: { ...ADMIN, ...onNewAccount() },
  updateMe: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({ body: PROFILE }),
    foreign: 'concerns only the calling account',
  },
  changePasswordByUser: {
    roles: ALL_ROLES,
    principals: [],
    call: (_tenant, caller) => ({
      body: { currentPassword: caller.password || 'nobody', newPassword: NEW_PASSWORD },
    }),
    foreign: 'concerns only the calling account',
  },
  sendResetPasswordEmail: {
    ...PUBLIC,
    call: () => ({ body: { email: EMAILS.VIEWER } }),
    foreign: 'contains no id; the response is the same for every address',
  },
  confirmResetPassword: {
    ...PUBLIC,
    call: async (tenant) => ({
      body: { token: await createLinkToken(tenant, 'RESET'), password: NEW_PASSWORD },
    }),
    foreign: 'identifies the account only by the token',
  },
  createAccount: {
    ...PUBLIC,
    call: async (tenant) => ({
      body: {
        ...PROFILE,
        token: await createLinkToken(tenant, 'INVITATION'),
        password: NEW_PASSWORD,
      },
    }),
    foreign: 'identifies the account only by the token',
  },
  confirmAccount: {
    ...PUBLIC,
    call: async (tenant) => ({
      body: { token: await createLinkToken(tenant, 'CONFIRMATION'), password: NEW_PASSWORD },
    }),
    foreign: 'identifies the account only by the token',
  },
};
