import type { FastifyInstance } from 'fastify';
import { type Kysely, sql, type Updateable } from 'kysely';
import { type Account, routes } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AccountTable } from '../database/tables/accounts.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { cancelLinks } from './account-links.ts';
import type { AccountParts } from './account-parts.ts';
import { accountById, heldAccount, type ListedAccount, toAccount } from './account-rows.ts';
import { tellEnded } from './administer-accounts.ts';
import { isAdministrator, refuseLastAdministrator } from './administrators.ts';
import { hashPassword, passwordRefusal } from './passwords.ts';
import { actorIdOf, type CallPrincipal } from './principal.ts';
import { endSessionsOf } from './sessions.ts';
import { forgetFailures } from './sign-in-throttle.ts';

const NO_ACCOUNT = 'The account';

/** What administrators do with somebody else's sign-in. */
export function registerLocks(server: FastifyInstance, account: AccountParts): void {
  const { parts } = account;
  bindRoute(server, parts, routes.lockAccountByAdmin, (call) => lock(account, call));

  bindRoute(server, parts, routes.unlockAccountByAdmin, async ({ db, body, principal, about }) => {
    about({ id: body.id });
    const found = await accountById(db, principal.organizationId, body.id);
    if (found === undefined) return notFound(NO_ACCOUNT);
    await forgetFailures(db, found);
    return change(db, principal, found, { lockedAt: null, lockedBy: null });
  });

  bindRoute(server, parts, routes.changePasswordByAdmin, (call) => setPassword(account, call));
}

async function lock(
  { parts, roleFeatures }: AccountParts,
  { db, body, principal, about, afterCommit }: CallOf<typeof routes.lockAccountByAdmin>,
): Promise<Account | Refusal> {
  about({ id: body.id });
  const { organizationId } = principal;
  const found = await heldAccount(db, organizationId, body.id);
  if (found === undefined) return notFound(NO_ACCOUNT);
  if (found.id === principal.accountId) {
    return refuse('OwnAccount', 'Nobody locks themselves. Ask another administrator');
  }
  if (isAdministrator(found.roles, roleFeatures)) {
    const last = await refuseLastAdministrator(db, organizationId, found.id, roleFeatures);
    if (last !== null) return last;
  }
  await cancelLinks(db, found);
  const ended = await endSessionsOf(db, found);
  afterCommit(() => tellEnded(parts, ended));
  if (found.lockedAt !== null) return toAccount(found);
  const lockedAt = new Date(parts.clock.now()).toISOString();
  return change(db, principal, found, { lockedAt, lockedBy: actorIdOf(principal) });
}

/** The person has to change it when signing in; an invitation is taken up by it. */
async function setPassword(
  { parts, mailer }: AccountParts,
  { db, body, principal, about, afterCommit }: CallOf<typeof routes.changePasswordByAdmin>,
): Promise<Account | Refusal> {
  about({ id: body.id });
  if (body.id === principal.accountId) {
    return refuse('OwnAccount', 'Change your own password with the one you have now');
  }
  // Before the account is held: it takes long.
  const passwordHash = await hashPassword(body.newPassword);
  const found = await heldAccount(db, principal.organizationId, body.id);
  if (found === undefined) return notFound(NO_ACCOUNT);
  const weak = passwordRefusal('newPassword', body.newPassword, found.email);
  if (weak !== null) return weak;
  await cancelLinks(db, found);
  await forgetFailures(db, found);
  const ended = await endSessionsOf(db, found);
  const { organizationId, email: recipient, id: accountId } = found;
  const mail = { organizationId, recipient, accountId, kind: 'PASSWORD_CHANGED' as const };
  await queueMail(db, parts.clock, mail);
  afterCommit(() => {
    tellEnded(parts, ended);
    mailer.nudge();
  });
  const state = found.state === 'INVITED' ? ('CONFIRMED' as const) : found.state;
  return change(db, principal, found, { passwordHash, askedForResetPassword: true, state });
}

async function change(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, id }: Pick<ListedAccount, 'organizationId' | 'id'>,
  columns: Updateable<AccountTable>,
): Promise<Account | Refusal> {
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
  return row === undefined ? notFound(NO_ACCOUNT) : toAccount(row);
}
