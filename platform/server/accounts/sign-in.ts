import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type LoginResponse, type Organization, routes, serverMessage } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import { writeAudit } from '../http/audit.ts';
import { bindPublicRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { knownDeviceId, storeKnownDevice } from './known-devices.ts';
import { networkOf } from './network-of.ts';
import { organizationOfRequest } from './organization-of-host.ts';
import { passwordMatches } from './passwords.ts';
import { openSession } from './sessions.ts';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';
import { userInfoOf } from './user-info.ts';

type LoginCall = CallOf<typeof routes.login, null>;

/**
 * Same response for a wrong password, an unknown address, a locked account and a host without an
 * organization.
 */
const INVALID_CREDENTIALS = errorResponse('Unauthorized', serverMessage('CREDENTIALS_INVALID'));
/** Returned only after a correct password. */
const NO_ROLE = errorResponse('AwaitingApproval', serverMessage('AWAITING_APPROVAL'), {
  reason: 'AwaitingApproval',
});

export function registerSignIn(server: FastifyInstance, account: AccountDeps): void {
  const { deps } = account;
  const throttle = new SignInThrottle(deps.db, deps.clock);
  bindPublicRoute(server, deps, routes.login, (call) => login(account, throttle, call));
}

async function login(
  account: AccountDeps,
  throttle: SignInThrottle,
  call: LoginCall,
): Promise<LoginResponse | ErrorResponse> {
  const { db, body, request } = call;
  const organization = await organizationOfRequest(db, request);
  if (organization === null) return INVALID_CREDENTIALS;
  const email = body.email.toLowerCase();
  const identity = { organizationId: organization.id, email };
  const device = await knownDeviceId(db, request, identity);
  const attempt: SignInAttempt = { ...identity, address: networkOf(request.ip), device };
  const counted = await throttle.consume(attempt);
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', organization.id)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (counted.error !== null) {
    if (!counted.isAddressLimited) await auditSignIn(db, organization, row, 'login');
    return counted.error;
  }
  const matches = await passwordMatches(row, body.password, account.verifyPassword);
  if (row === undefined || !matches || row.lockedAt !== null) {
    await auditSignIn(db, organization, row, 'login');
    if (counted.isLast) await mailLockNotice(account, call, organization, email, row);
    return INVALID_CREDENTIALS;
  }
  await throttle.clear(attempt);
  if (row.roles.length === 0) {
    await auditSignIn(db, organization, row, 'login');
    return NO_ROLE;
  }
  const response = await openSessionOf(account, call, organization, row);
  if (response === null) await auditSignIn(db, organization, row, 'login');
  return response ?? INVALID_CREDENTIALS;
}

/** Returns null when the account changed during the slow password comparison. */
async function openSessionOf(
  { deps, roleFeatures, publicUrl }: AccountDeps,
  { request, transaction }: LoginCall,
  organization: Organization,
  row: AccountRow,
): Promise<LoginResponse | null> {
  const { clock } = deps;
  const accessToken = await transaction(async (trx) => {
    // The update locks the row, so a concurrent account change waits and then ends the new session.
    const active = await trx
      .updateTable('account')
      .set({ state: 'ACTIVE', lastSignInAt: new Date(clock.now()).toISOString() })
      .where('organizationId', '=', organization.id)
      .where('id', '=', row.id)
      .where('email', '=', row.email)
      .where('passwordHash', '=', row.passwordHash)
      .where('lockedAt', 'is', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (active.numUpdatedRows === 0n) return null;
    await auditSignIn(trx, organization, row, 'login', 'done');
    await storeKnownDevice(trx, clock, request, row, publicUrl);
    return openSession(trx, clock, row);
  });
  if (accessToken === null) return null;
  return { accessToken, organization, userInfo: userInfoOf(row, organization, roleFeatures) };
}

/**
 * Does the same work with and without an account; the mailer looks up the recipient when it sends.
 */
async function mailLockNotice(
  { deps, mailer }: AccountDeps,
  { db }: LoginCall,
  organization: Organization,
  email: string,
  row: AccountRow | undefined,
): Promise<void> {
  const { id: organizationId } = organization;
  deps.logger.log('warn', 'Ten failed sign-ins lock an address', { organizationId });
  await auditSignIn(db, organization, row, 'lockSignIn', 'done');
  await queueMail(db, deps.clock, { organizationId, kind: 'SIGN_IN_LOCKED', recipient: email });
  mailer.nudge();
}

/** Writes a row for an unknown address too, without the address. */
function auditSignIn(
  db: Kysely<Database>,
  organization: Organization,
  row: AccountRow | undefined,
  action: string,
  outcome: 'done' | 'refused' = 'refused',
): Promise<void> {
  const subject = row === undefined ? {} : { accountId: row.id };
  return writeAudit(db, {
    principal: null,
    organizationId: organization.id,
    action,
    outcome,
    subject,
  });
}
