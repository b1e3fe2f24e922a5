import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type LoginResponse, type Organization, routes } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import { writeAudit } from '../http/audit.ts';
import { bindPublicRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { AccountParts } from './account-parts.ts';
import { knownDevice, rememberDevice } from './known-devices.ts';
import { networkOf } from './network-of.ts';
import { passwordFits } from './passwords.ts';
import { openSession } from './sessions.ts';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';
import { organizationOfHost, userInfoOf } from './user-info.ts';

type LoginCall = CallOf<typeof routes.login, null>;

/** One answer for a wrong password, an unknown address, a lock and a host without an organization. */
const WRONG = refuse('Unauthorized', 'The e-mail address or the password is wrong');
/** Told only to who knows the password. */
const NO_ROLE = refuse(
  'AwaitingApproval',
  'This account has no role yet. An administrator has to give it one',
  { reason: 'AwaitingApproval' },
);

export function registerSignIn(server: FastifyInstance, account: AccountParts): void {
  const { parts } = account;
  const throttle = new SignInThrottle(parts.db, parts.clock);
  bindPublicRoute(server, parts, routes.login, (call) => login(account, throttle, call));
}

async function login(
  account: AccountParts,
  throttle: SignInThrottle,
  call: LoginCall,
): Promise<LoginResponse | Refusal> {
  const { db, body, request } = call;
  const organization = await organizationOfHost(db, request.hostname);
  if (organization === null) return WRONG;
  const email = body.email.toLowerCase();
  const of = { organizationId: organization.id, email };
  const device = await knownDevice(db, request, of);
  const attempt: SignInAttempt = { ...of, address: networkOf(request.ip), device };
  const counted = await throttle.take(attempt);
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', organization.id)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (counted.refusal !== null) {
    if (!counted.isCrowd) await auditSignIn(db, organization, row, 'login');
    return counted.refusal;
  }
  const fits = await passwordFits(row, body.password, account.verifyPassword);
  if (row === undefined || !fits || row.lockedAt !== null) {
    await auditSignIn(db, organization, row, 'login');
    if (counted.isLast) await tellOfLock(account, call, organization, email, row);
    return WRONG;
  }
  await throttle.clear(attempt);
  if (row.roles.length === 0) {
    await auditSignIn(db, organization, row, 'login');
    return NO_ROLE;
  }
  const answer = await openSessionOf(account, call, organization, row);
  if (answer === null) await auditSignIn(db, organization, row, 'login');
  return answer ?? WRONG;
}

/** Null where the account was changed while its password was compared, which takes long. */
async function openSessionOf(
  { parts, roleFeatures, publicUrl }: AccountParts,
  { request, transaction }: LoginCall,
  organization: Organization,
  row: AccountRow,
): Promise<LoginResponse | null> {
  const { clock } = parts;
  const accessToken = await transaction(async (inside) => {
    // Whoever changes the account waits for this, and then ends the session that it opens.
    const known = await inside
      .updateTable('account')
      .set({ state: 'ACTIVE', lastSignInAt: new Date(clock.now()).toISOString() })
      .where('organizationId', '=', organization.id)
      .where('id', '=', row.id)
      .where('email', '=', row.email)
      .where('passwordHash', '=', row.passwordHash)
      .where('lockedAt', 'is', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (known.numUpdatedRows === 0n) return null;
    await auditSignIn(inside, organization, row, 'login', 'done');
    await rememberDevice(inside, clock, request, row, publicUrl);
    return openSession(inside, clock, row);
  });
  if (accessToken === null) return null;
  return { accessToken, organization, userInfo: userInfoOf(row, organization, roleFeatures) };
}

/** The same steps with and without an account; who is told is found out when the mail is sent. */
async function tellOfLock(
  { parts, mailer }: AccountParts,
  { db }: LoginCall,
  organization: Organization,
  email: string,
  row: AccountRow | undefined,
): Promise<void> {
  const { id: organizationId } = organization;
  parts.logger.log('warn', 'Ten failed sign-ins lock an address', { organizationId });
  await auditSignIn(db, organization, row, 'lockSignIn', 'done');
  await queueMail(db, parts.clock, { organizationId, kind: 'SIGN_IN_LOCKED', recipient: email });
  mailer.nudge();
}

/** An unknown address leaves a row as well, without saying which it was. */
function auditSignIn(
  db: Kysely<Database>,
  organization: Organization,
  row: AccountRow | undefined,
  act: string,
  outcome: 'done' | 'refused' = 'refused',
): Promise<void> {
  const subject = row === undefined ? {} : { accountId: row.id };
  return writeAudit(db, {
    principal: null,
    organizationId: organization.id,
    act,
    outcome,
    subject,
  });
}
