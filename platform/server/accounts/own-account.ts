import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type LoginResponse, routes, type UserInfo } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, type Refusal, ValidationRefusal } from '../http/refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { cancelLinks } from './account-links.ts';
import type { AccountParts } from './account-parts.ts';
import { tellEnded } from './administer-accounts.ts';
import { hashPassword, passwordFits, passwordRefusal } from './passwords.ts';
import { actorIdOf, type CallPrincipal } from './principal.ts';
import { takePoint } from './rate-limit.ts';
import { endSession, endSessionsOf, openSession } from './sessions.ts';
import { userInfoOf } from './user-info.ts';

/** A stolen session is no way to the password: this is as slow as signing in. */
const WRONG_PASSWORDS = { act: 'changePassword', points: 10, minutes: 15 };

type OwnRow = AccountRow & { readonly organizationName: string };

/** What signed-in people read and change of themselves. */
export function registerOwnAccount(server: FastifyInstance, account: AccountParts): void {
  const { parts } = account;
  bindRoute(server, parts, routes.logOff, async ({ db, principal, afterCommit }) => {
    const ended = await endSession(db, principal);
    afterCommit(() => tellEnded(parts, ended));
    return {};
  });

  bindRoute(server, parts, routes.me, async ({ db, principal }) => {
    const row = await ownRow(db, principal);
    return row === undefined ? notFound('The account') : ownInfo(account, row);
  });

  bindRoute(server, parts, routes.updateMe, async ({ db, principal, body }) => {
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
    const row = await ownRow(db, principal);
    return row === undefined ? notFound('The account') : ownInfo(account, row);
  });

  bindRoute(server, parts, routes.changePasswordByUser, (call) => changePassword(account, call));
}

function ownRow(db: Kysely<Database>, principal: CallPrincipal): Promise<OwnRow | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organizationId')
    .selectAll('account')
    .select('organization.name as organizationName')
    .where('account.organizationId', '=', principal.organizationId)
    .where('account.id', '=', principal.accountId)
    .executeTakeFirst();
}

function ownInfo({ roleFeatures }: AccountParts, row: OwnRow): UserInfo {
  return userInfoOf(row, { id: row.organizationId, name: row.organizationName }, roleFeatures);
}

const wrong = (field: string, code: string, message: string) =>
  new ValidationRefusal([{ field, code, message }]);
const NOT_THEIR_PASSWORD = wrong('currentPassword', 'WRONG', 'This is not your password');

/** Ends every session, this one too: whoever holds the old token can do nothing with it. */
async function changePassword(
  account: AccountParts,
  { db, body, principal, afterCommit }: CallOf<typeof routes.changePasswordByUser>,
): Promise<LoginResponse | Refusal> {
  const { parts, mailer } = account;
  const { clock } = parts;
  const row = await ownRow(db, principal);
  if (row === undefined) return notFound('The account');
  const { organizationId } = row;
  // Outside of the call's transaction: a refusal must not undo the count.
  const key = { organizationId, subject: row.id };
  const tooMany = await takePoint(parts.db, clock, WRONG_PASSWORDS, key);
  if (tooMany !== null) return tooMany;
  if (!(await passwordFits(row, body.currentPassword, account.verifyPassword))) {
    return NOT_THEIR_PASSWORD;
  }
  const weak = passwordRefusal('newPassword', body.newPassword, row.email);
  if (weak !== null) return weak;
  if (body.newPassword === body.currentPassword) {
    return wrong('newPassword', 'SAME', 'The new password is the one you have now');
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
    // Comparing takes long: what was compared may be somebody's old password by now.
    .where('passwordHash', '=', row.passwordHash)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return NOT_THEIR_PASSWORD;
  await cancelLinks(db, row);
  const ended = await endSessionsOf(db, row);
  const to = { organizationId, recipient: row.email, accountId: row.id };
  await queueMail(db, clock, { kind: 'PASSWORD_CHANGED', ...to });
  const accessToken = await openSession(db, clock, row);
  afterCommit(() => {
    tellEnded(parts, ended);
    mailer.nudge();
  });
  const userInfo = ownInfo(account, { ...row, askedForResetPassword: false });
  return { accessToken, organization: userInfo.organization, userInfo };
}
