import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { fieldError, type LoginResponse, routes, type UserInfo } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, notFound, ValidationErrorResponse } from '../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../http/principal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { cancelLinks } from './account-links.ts';
import { publishEndedSessions } from './administer-accounts.ts';
import { hashPassword, passwordError, passwordMatches } from './passwords.ts';
import { consumePoint } from './rate-limit.ts';
import { endSession, endSessionsOf, openSession } from './sessions.ts';
import { userInfoOf } from './user-info.ts';

/**
 * As strict as the sign-in limit, because a stolen session must not allow guessing the password.
 */
const PASSWORD_LIMIT = { action: 'changePassword', points: 10, minutes: 15 };

type SelfRow = AccountRow & { readonly organizationName: string };

/** Registers the routes for a user's own account. */
export function registerSelfService(server: FastifyInstance, account: AccountDeps): void {
  const { deps } = account;
  bindRoute(server, deps, routes.logOff, async ({ db, principal, afterCommit }) => {
    const ended = await endSession(db, principal);
    afterCommit(() => publishEndedSessions(deps, ended));
    return {};
  });

  bindRoute(server, deps, routes.me, async ({ db, principal }) => {
    const row = await selfRow(db, principal);
    return row === undefined ? notFound('ACCOUNT_NOT_FOUND') : selfInfo(account, row);
  });

  bindRoute(server, deps, routes.updateMe, async ({ db, principal, body }) => {
    await db
      .updateTable('account')
      .set((eb) => ({
        ...body,
        version: eb('version', '+', 1),
        updatedAt: sql<string>`now()`,
        updatedBy: actorIdOf(principal),
      }))
      .where('organizationId', '=', principal.organizationId)
      .where('id', '=', principal.accountId)
      .execute();
    const row = await selfRow(db, principal);
    return row === undefined ? notFound('ACCOUNT_NOT_FOUND') : selfInfo(account, row);
  });

  bindRoute(server, deps, routes.changePasswordByUser, (call) => changePassword(account, call));
}

function selfRow(db: Kysely<Database>, principal: CallPrincipal): Promise<SelfRow | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organizationId')
    .selectAll('account')
    .select('organization.name as organizationName')
    .where('account.organizationId', '=', principal.organizationId)
    .where('account.id', '=', principal.accountId)
    .executeTakeFirst();
}

function selfInfo({ roleFeatures }: AccountDeps, row: SelfRow): UserInfo {
  return userInfoOf(row, { id: row.organizationId, name: row.organizationName }, roleFeatures);
}

const WRONG_PASSWORD = new ValidationErrorResponse([fieldError('currentPassword', 'WRONG')]);

/**
 * Changes the password. Ends every session of the account, including the current session, so that a
 * stolen token becomes useless, then opens a new session.
 */
async function changePassword(
  account: AccountDeps,
  { db, body, principal, afterCommit }: CallOf<typeof routes.changePasswordByUser>,
): Promise<LoginResponse | ErrorResponse> {
  const { deps, mailer } = account;
  const { clock } = deps;
  const row = await selfRow(db, principal);
  if (row === undefined) return notFound('ACCOUNT_NOT_FOUND');
  const { organizationId } = row;
  // Counts outside of the route's transaction, because an error must not roll back the count.
  const key = { organizationId, subject: row.id };
  const tooMany = await consumePoint(deps.db, clock, PASSWORD_LIMIT, key);
  if (tooMany !== null) return tooMany;
  if (!(await passwordMatches(row, body.currentPassword, account.verifyPassword))) {
    return WRONG_PASSWORD;
  }
  const weak = passwordError('newPassword', body.newPassword, row.email);
  if (weak !== null) return weak;
  if (body.newPassword === body.currentPassword) {
    return new ValidationErrorResponse([fieldError('newPassword', 'SAME')]);
  }
  const passwordHash = await hashPassword(body.newPassword);
  const changed = await db
    .updateTable('account')
    .set((eb) => ({
      passwordHash,
      askedForResetPassword: false,
      updatedAt: sql<string>`now()`,
      updatedBy: row.id,
      version: eb('version', '+', 1),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    // Comparing is slow, so the password may have changed in the meantime.
    .where('passwordHash', '=', row.passwordHash)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return WRONG_PASSWORD;
  await cancelLinks(db, row);
  const ended = await endSessionsOf(db, row);
  const mail = { organizationId, recipient: row.email, accountId: row.id };
  await queueMail(db, clock, { kind: 'PASSWORD_CHANGED', ...mail });
  const accessToken = await openSession(db, clock, row);
  afterCommit(() => {
    publishEndedSessions(deps, ended);
    mailer.nudge();
  });
  const userInfo = selfInfo(account, { ...row, askedForResetPassword: false });
  return { accessToken, organization: userInfo.organization, userInfo };
}
