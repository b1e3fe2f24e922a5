import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE_FEATURES, type Role } from '#contracts';
import { systemClock } from '#foundation';
import type { AccountParts } from '../../../platform/server/accounts/account-parts.ts';
import { registerAdministration } from '../../../platform/server/accounts/administer-accounts.ts';
import { registerLocks } from '../../../platform/server/accounts/lock-accounts.ts';
import { registerOwnAccount } from '../../../platform/server/accounts/own-account.ts';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { endSessionsOf, openSession } from '../../../platform/server/accounts/sessions.ts';
import { registerSignIn } from '../../../platform/server/accounts/sign-in.ts';
import {
  API_KEY,
  type Clinic,
  type DataPlane,
  startDataPlane,
} from '../../faults/support/data-plane.ts';

const OLD = 'The-old-one-4711';
const NEW = 'Another-one-4712';
const THIEF = 'The-thiefs-own-4713';

let plane: DataPlane;
let server: FastifyInstance;
let oldHash: string;
let newHash: string;
/** What happens while a password is being compared, which takes long. */
let meanwhile: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  plane = await startDataPlane();
  oldHash = await hashPassword(OLD);
  newHash = await hashPassword(NEW);
  server = Fastify();
  const account: AccountParts = {
    parts: plane.parts,
    mailer: { nudge: () => undefined, deliver: async () => null },
    roleFeatures: ROLE_FEATURES,
    publicUrl: null,
    showsLinks: false,
    verifyPassword: async (phc, password) => {
      const fits = await verify(phc, password);
      await meanwhile();
      return fits;
    },
  };
  registerSignIn(server, account);
  registerOwnAccount(server, account);
  registerAdministration(server, account);
  registerLocks(server, account);
});
afterAll(async () => {
  await server?.close();
  await plane?.[Symbol.asyncDispose]();
});

async function clinicWithPasswords(): Promise<Clinic> {
  const clinic = await plane.clinic();
  await plane.db
    .updateTable('account')
    .set({ passwordHash: oldHash })
    .where('organizationId', '=', clinic.organizationId)
    .execute();
  return clinic;
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

const sessionsOf = async (clinic: Clinic, role: Role): Promise<number> => {
  const rows = await plane.db
    .selectFrom('sessionToken')
    .select('id')
    .where('accountId', '=', clinic.accountOf(role).id)
    .execute();
  return rows.length;
};

/** What a reset by mail does. */
async function setNewPassword(clinic: Clinic, role: Role): Promise<void> {
  const { id } = clinic.accountOf(role);
  await plane.db
    .updateTable('account')
    .set({ passwordHash: newHash })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(plane.db, { id, organizationId: clinic.organizationId });
}

/** Holds an account as a call of somebody else does, until `work` is done. */
async function whileHeld(
  clinic: Clinic,
  role: Role,
  rival: () => ReturnType<typeof call>,
  change: (db: DataPlane['db']) => Promise<unknown>,
) {
  const { id } = clinic.accountOf(role);
  let answer: ReturnType<typeof call> | undefined;
  await plane.db.transaction().execute(async (inside) => {
    await inside.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
    answer = rival();
    // Long enough for the rival to come to where it waits for the row.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await change(inside);
  });
  return answer!;
}

describe('a password that is changed while a sign-in with the old one is under way', () => {
  it('lets that sign-in fail: no session outlives the change', async () => {
    const clinic = await clinicWithPasswords();
    meanwhile = () => setNewPassword(clinic, 'VIEWER');
    const body = { email: 'viewer@clinic.example', password: OLD };
    const host = `${clinic.organizationId}.example`;
    const answer = await call('POST', '/accounts/actions/login', { host, body });
    meanwhile = async () => undefined;
    expect(answer.statusCode).toBe(401);
    expect(await sessionsOf(clinic, 'VIEWER')).toBe(0);
    const again = await call('POST', '/accounts/actions/login', {
      host,
      body: { ...body, password: NEW },
    });
    expect(again.statusCode).toBe(200);
  });

  it('is not replaced by who still changes the old one', async () => {
    const clinic = await clinicWithPasswords();
    meanwhile = () => setNewPassword(clinic, 'VIEWER');
    const answer = await call('POST', '/accounts/actions/changePasswordByUser', {
      token: clinic.tokenOf('VIEWER'),
      body: { currentPassword: OLD, newPassword: THIEF },
    });
    meanwhile = async () => undefined;
    expect(answer.statusCode).toBe(400);
    expect(await sessionsOf(clinic, 'VIEWER')).toBe(0);
    const { passwordHash } = await plane.db
      .selectFrom('account')
      .select('passwordHash')
      .where('id', '=', clinic.accountOf('VIEWER').id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toBe(newHash);
  });

  it.each([
    ['changePasswordByAdmin', { newPassword: NEW }],
    ['lockAccountByAdmin', {}],
  ])('by %s ends the session that a sign-in opens at that moment', async (act, more) => {
    const clinic = await clinicWithPasswords();
    const { id } = clinic.accountOf('VIEWER');
    const answer = await whileHeld(
      clinic,
      'VIEWER',
      () => {
        const body = { id, ...more };
        return call('POST', `/accounts/actions/${act}`, { token: clinic.tokenOf('ADMIN'), body });
      },
      (inside) => openSession(inside, systemClock, { id, organizationId: clinic.organizationId }),
    );
    expect(answer.statusCode).toBe(200);
    expect(await sessionsOf(clinic, 'VIEWER')).toBe(0);
  });
});

describe('an account that changes while it is being deleted', () => {
  it('stays, and shows what it has become', async () => {
    const clinic = await clinicWithPasswords();
    const { id } = clinic.accountOf('VIEWER');
    const token = clinic.tokenOf('ADMIN');
    const answer = await whileHeld(
      clinic,
      'VIEWER',
      () => call('DELETE', `/accounts/${id}`, { token, version: 1 }),
      (inside) =>
        inside
          .updateTable('account')
          .set({ roles: ['ADMIN'], version: 2 })
          .where('id', '=', id)
          .execute(),
    );
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toMatchObject({ data: { id, version: 2, roles: [{ id: 'ADMIN' }] } });
  });
});
