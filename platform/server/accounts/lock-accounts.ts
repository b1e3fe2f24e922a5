import type { FastifyInstance } from 'fastify';
import { type Kysely, sql, type Updateable } from 'kysely';
import { type Account, routes, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AccountTable } from '../database/tables/accounts.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../http/principal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { cancelLinks } from './account-links.ts';
import { accountById, type ListedAccount, lockAccountRow, toAccount } from './account-rows.ts';
import { publishEndedSessions } from './administer-accounts.ts';
import { isAdministrator, rejectLastAdministrator } from './administrators.ts';
import { hashPassword, passwordError } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import { clearFailures } from './sign-in-throttle.ts';

const NO_ACCOUNT = notFound('ACCOUNT_NOT_FOUND');

/**
 * Registers the routes with which administrators lock, unlock and reset the sign-in of other
 * accounts.
 */
export function registerLocks(server: FastifyInstance, account: AccountDeps): void {
  const { deps } = account;
  bindRoute(server, deps, routes.lockAccountByAdmin, (call) => lock(account, call));

  bindRoute(
    server,
    deps,
    routes.unlockAccountByAdmin,
    async ({ db, body, principal, addAuditSubject }) => {
      addAuditSubject({ id: body.id });
      const target = await accountById(db, principal.organizationId, body.id);
      if (target === undefined) return NO_ACCOUNT;
      await clearFailures(db, target);
      return changeAccount(db, principal, target, { lockedAt: null, lockedBy: null });
    },
  );

  bindRoute(server, deps, routes.changePasswordByAdmin, (call) => setPassword(account, call));
}

async function lock(
  { deps, roleFeatures }: AccountDeps,
  { db, body, principal, addAuditSubject, afterCommit }: CallOf<typeof routes.lockAccountByAdmin>,
): Promise<Account | ErrorResponse> {
  addAuditSubject({ id: body.id });
  const { organizationId } = principal;
  const target = await lockAccountRow(db, organizationId, body.id);
  if (target === undefined) return NO_ACCOUNT;
  if (target.id === principal.accountId) {
    return errorResponse('OwnAccount', serverMessage('OWN_ACCOUNT_LOCK'));
  }
  if (isAdministrator(target.roles, roleFeatures)) {
    const error = await rejectLastAdministrator(db, organizationId, target.id, roleFeatures);
    if (error !== null) return error;
  }
  await cancelLinks(db, target);
  const ended = await endSessionsOf(db, target);
  afterCommit(() => publishEndedSessions(deps, ended));
  if (target.lockedAt !== null) return toAccount(target);
  const lockedAt = new Date(deps.clock.now()).toISOString();
  return changeAccount(db, principal, target, { lockedAt, lockedBy: actorIdOf(principal) });
}

/** Sets a password that the user must change at the next sign-in. Confirms an invited account. */
async function setPassword(
  { deps, mailer }: AccountDeps,
  {
    db,
    body,
    principal,
    addAuditSubject,
    afterCommit,
  }: CallOf<typeof routes.changePasswordByAdmin>,
): Promise<Account | ErrorResponse> {
  addAuditSubject({ id: body.id });
  if (body.id === principal.accountId) {
    return errorResponse('OwnAccount', serverMessage('OWN_PASSWORD_RESET'));
  }
  // Hashes before locking the row, because hashing is slow.
  const passwordHash = await hashPassword(body.newPassword);
  const target = await lockAccountRow(db, principal.organizationId, body.id);
  if (target === undefined) return NO_ACCOUNT;
  const weak = passwordError('newPassword', body.newPassword, target.email);
  if (weak !== null) return weak;
  await cancelLinks(db, target);
  await clearFailures(db, target);
  const ended = await endSessionsOf(db, target);
  const { organizationId, email: recipient, id: accountId } = target;
  const mail = { organizationId, recipient, accountId, kind: 'PASSWORD_CHANGED' as const };
  await queueMail(db, deps.clock, mail);
  afterCommit(() => {
    publishEndedSessions(deps, ended);
    mailer.nudge();
  });
  const state = target.state === 'INVITED' ? ('CONFIRMED' as const) : target.state;
  return changeAccount(db, principal, target, { passwordHash, askedForResetPassword: true, state });
}

async function changeAccount(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, id }: Pick<ListedAccount, 'organizationId' | 'id'>,
  columns: Updateable<AccountTable>,
): Promise<Account | ErrorResponse> {
  await db
    .updateTable('account')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: actorIdOf(principal),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  const row = await accountById(db, organizationId, id);
  return row === undefined ? NO_ACCOUNT : toAccount(row);
}
