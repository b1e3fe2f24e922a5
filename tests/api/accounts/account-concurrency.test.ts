import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE_FEATURES, type Role } from '#contracts';
import { systemClock } from '#foundation';
import type { AccountDeps } from '../../../platform/server/accounts/account-deps.ts';
import { registerAdministration } from '../../../platform/server/accounts/administer-accounts.ts';
import { registerLocks } from '../../../platform/server/accounts/lock-accounts.ts';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { registerSelfService } from '../../../platform/server/accounts/self-service.ts';
import { endSessionsOf, openSession } from '../../../platform/server/accounts/sessions.ts';
import { registerSignIn } from '../../../platform/server/accounts/sign-in.ts';
import {
  API_KEY,
  type DataPlane,
  startDataPlane,
  type Tenant,
} from '../../faults/support/data-plane.ts';

const OLD_PASSWORD = 'The-old-one-4711';
const NEW_PASSWORD = 'Another-one-4712';
const THIEF_PASSWORD = 'The-thiefs-own-4713';

let plane: DataPlane;
let server: FastifyInstance;
let oldHash: string;
let newHash: string;
/** Runs while the server compares a password, which takes long. */
let duringComparison: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  plane = await startDataPlane();
  oldHash = await hashPassword(OLD_PASSWORD);
  newHash = await hashPassword(NEW_PASSWORD);
  server = Fastify();
  const account: AccountDeps = {
    deps: plane.deps,
    mailer: { nudge: () => undefined, deliver: async () => null },
    roleFeatures: ROLE_FEATURES,
    publicUrl: null,
    exposesLinks: false,
    verifyPassword: async (phc, password) => {
      const isValid = await verify(phc, password);
      await duringComparison();
      return isValid;
    },
  };
  registerSignIn(server, account);
  registerSelfService(server, account);
  registerAdministration(server, account);
  registerLocks(server, account);
});
afterAll(async () => {
  await server?.close();
  await plane?.[Symbol.asyncDispose]();
});

async function addTenantWithPasswords(): Promise<Tenant> {
  const tenant = await plane.addTenant();
  await plane.db
    .updateTable('account')
    .set({ passwordHash: oldHash })
    .where('organizationId', '=', tenant.organizationId)
    .execute();
  return tenant;
}

const call = (
  method: 'POST' | 'DELETE',
  path: string,
  {
    token,
    host,
    version,
    body,
  }: { token?: string; host?: string; version?: number; body?: object },
) =>
  server.inject({
    method,
    url: `/api${path}`,
    headers: {
      'x-api-key': API_KEY,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(host === undefined ? {} : { host }),
      ...(version === undefined ? {} : { 'if-match': `"v${version}"` }),
    },
    ...(body === undefined ? {} : { body }),
  });

const countSessions = async (tenant: Tenant, role: Role): Promise<number> => {
  const rows = await plane.db
    .selectFrom('sessionToken')
    .select('id')
    .where('accountId', '=', tenant.accountOf(role).id)
    .execute();
  return rows.length;
};

/** Performs the same updates as a reset by mail. */
async function setNewPassword(tenant: Tenant, role: Role): Promise<void> {
  const { id } = tenant.accountOf(role);
  await plane.db
    .updateTable('account')
    .set({ passwordHash: newHash })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(plane.db, { id, organizationId: tenant.organizationId });
}

/**
 * Locks the account's row, as a concurrent transaction does, starts `waitingCall`, which waits for the
 * lock, and applies `change` before the lock ends.
 * @returns the response of `waitingCall`
 */
async function whileAccountLocked(
  tenant: Tenant,
  role: Role,
  waitingCall: () => ReturnType<typeof call>,
  change: (db: DataPlane['db']) => Promise<unknown>,
) {
  const { id } = tenant.accountOf(role);
  let response: ReturnType<typeof call> | undefined;
  await plane.db.transaction().execute(async (trx) => {
    await trx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
    response = waitingCall();
    // Gives the call time to reach its wait for the row lock.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await change(trx);
  });
  return response!;
}

describe('a password change during a sign-in with the old password', () => {
  it('rejects the sign-in, so that no session outlives the change', async () => {
    const tenant = await addTenantWithPasswords();
    duringComparison = () => setNewPassword(tenant, 'VIEWER');
    const body = { email: 'viewer@clinic.example', password: OLD_PASSWORD };
    const host = `${tenant.organizationId}.example`;
    const response = await call('POST', '/accounts/actions/login', { host, body });
    duringComparison = async () => undefined;
    expect(response.statusCode).toBe(401);
    expect(await countSessions(tenant, 'VIEWER')).toBe(0);
    const withNewPassword = await call('POST', '/accounts/actions/login', {
      host,
      body: { ...body, password: NEW_PASSWORD },
    });
    expect(withNewPassword.statusCode).toBe(200);
  });

  it('is not overwritten by a concurrent change that used the old password', async () => {
    const tenant = await addTenantWithPasswords();
    duringComparison = () => setNewPassword(tenant, 'VIEWER');
    const response = await call('POST', '/accounts/actions/changePasswordByUser', {
      token: tenant.tokenOf('VIEWER'),
      body: { currentPassword: OLD_PASSWORD, newPassword: THIEF_PASSWORD },
    });
    duringComparison = async () => undefined;
    expect(response.statusCode).toBe(400);
    expect(await countSessions(tenant, 'VIEWER')).toBe(0);
    const { passwordHash } = await plane.db
      .selectFrom('account')
      .select('passwordHash')
      .where('id', '=', tenant.accountOf('VIEWER').id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toBe(newHash);
  });
});

describe('an administrator’s call during a sign-in', () => {
  it.each([
    ['changePasswordByAdmin', { newPassword: NEW_PASSWORD }],
    ['lockAccountByAdmin', {}],
  ])('ends the session that the sign-in opens: %s', async (action, fields) => {
    const tenant = await addTenantWithPasswords();
    const { id } = tenant.accountOf('VIEWER');
    const response = await whileAccountLocked(
      tenant,
      'VIEWER',
      () => {
        const body = { id, ...fields };
        return call('POST', `/accounts/actions/${action}`, {
          token: tenant.tokenOf('ADMIN'),
          body,
        });
      },
      (trx) => openSession(trx, systemClock, { id, organizationId: tenant.organizationId }),
    );
    expect(response.statusCode).toBe(200);
    expect(await countSessions(tenant, 'VIEWER')).toBe(0);
  });
});

describe('an account changed during its deletion', () => {
  it('is not deleted, and the error returns its current state', async () => {
    const tenant = await addTenantWithPasswords();
    const { id } = tenant.accountOf('VIEWER');
    const token = tenant.tokenOf('ADMIN');
    const response = await whileAccountLocked(
      tenant,
      'VIEWER',
      () => call('DELETE', `/accounts/${id}`, { token, version: 1 }),
      (trx) =>
        trx
          .updateTable('account')
          .set({ roles: ['ADMIN'], version: 2 })
          .where('id', '=', id)
          .execute(),
    );
    expect(response.statusCode).toBe(412);
    expect(response.json()).toMatchObject({ data: { id, version: 2, roles: [{ id: 'ADMIN' }] } });
  });
});
