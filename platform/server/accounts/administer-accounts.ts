import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Account, type AccountFields, routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mapUniqueViolation } from '../records/shared/map-unique-violation.ts';
import { createdBy } from '../records/shared/stored.ts';
import { withheldError } from '../records/shared/withheld-error.ts';
import type { AccountDeps } from './account-deps.ts';
import { cancelLinks } from './account-links.ts';
import {
  accountById,
  accountPage,
  colleaguesOf,
  type ListedAccount,
  lockAccountRow,
  toAccount,
} from './account-rows.ts';
import { isAdministrator, rejectLastAdministrator } from './administrators.ts';
import { type EndedSessions, endSessionsOf, isBlind } from './sessions.ts';

const DUPLICATE_EMAIL = {
  account_email: () => errorResponse('DuplicateEmail', serverMessage('EMAIL_TAKEN')),
};
const NO_ACCOUNT = notFound('ACCOUNT_NOT_FOUND');

/** Registers the routes that read, create, change and delete accounts. */
export function registerAdministration(server: FastifyInstance, account: AccountDeps): void {
  const { deps } = account;
  bindRoute(server, deps, routes.listAccounts, ({ db, principal, query }) =>
    accountPage(db, principal.organizationId, query),
  );

  bindRoute(server, deps, routes.listColleagues, async ({ db, principal }) => {
    if (principal.blind) return withheldError();
    const items = await colleaguesOf(db, principal.organizationId);
    return { items, total: items.length, nextCursor: null };
  });

  bindRoute(server, deps, routes.getAccount, async ({ db, principal, params }) => {
    const row = await accountById(db, principal.organizationId, params.id);
    return row === undefined ? NO_ACCOUNT : toAccount(row);
  });

  bindRoute(server, deps, routes.getAccountWithDeleted, async ({ db, principal, params }) => {
    const row = await accountById(db, principal.organizationId, params.id, { withDeleted: true });
    return row === undefined ? NO_ACCOUNT : toAccount(row);
  });

  bindRoute(server, deps, routes.createPerson, (call) => createPerson(account, call));
  bindRoute(server, deps, routes.updateAccount, (call) => updateAccount(account, call));
  bindRoute(server, deps, routes.deleteAccount, (call) => deleteAccount(account, call));
}

async function createPerson(
  { deps, mailer }: AccountDeps,
  { db, body, principal, addAuditSubject, afterCommit }: CallOf<typeof routes.createPerson>,
): Promise<Account | ErrorResponse> {
  const id = newId();
  addAuditSubject({ id });
  const { organizationId } = principal;
  const values = { id, ...columnsOf(body), state: 'INVITED' as const, passwordHash: null };
  const result = await mapUniqueViolation(DUPLICATE_EMAIL, () =>
    db
      .insertInto('account')
      .values({ ...values, ...createdBy(principal) })
      .execute(),
  );
  if (result instanceof ErrorResponse) return result;
  const mail = { organizationId, recipient: body.email, accountId: id };
  await queueMail(db, deps.clock, { kind: 'INVITATION', ...mail });
  afterCommit(() => mailer.nudge());
  const row = await accountById(db, organizationId, id);
  return row === undefined ? NO_ACCOUNT : toAccount(row);
}

const columnsOf = ({ roles, ...fields }: AccountFields) => ({
  ...fields,
  roles: roles.map((role) => role.id),
});

async function updateAccount(
  account: AccountDeps,
  call: CallOf<typeof routes.updateAccount>,
): Promise<Account | ErrorResponse> {
  const { db, params, body, principal, version } = call;
  const { organizationId } = principal;
  const before = await lockAccountRow(db, organizationId, params.id);
  if (before === undefined) return NO_ACCOUNT;
  if (before.version !== version) return versionConflict(toAccount(before));
  const next = columnsOf(body);
  const wasAdministrator = isAdministrator(before.roles, account.roleFeatures);
  if (wasAdministrator && !isAdministrator(next.roles, account.roleFeatures)) {
    const { roleFeatures } = account;
    const error = await rejectLastAdministrator(db, organizationId, before.id, roleFeatures);
    if (error !== null) return error;
  }
  const changed = await mapUniqueViolation(DUPLICATE_EMAIL, () =>
    db
      .updateTable('account')
      .set((eb) => ({ ...next, ...changedBy(principal), version: eb('version', '+', 1) }))
      .where('organizationId', '=', organizationId)
      .where('id', '=', before.id)
      .execute(),
  );
  if (changed instanceof ErrorResponse) return changed;
  const row = await accountById(db, organizationId, before.id);
  if (row === undefined) return NO_ACCOUNT;
  await afterChange(account, call, before, row);
  // Read again, because `afterChange` may have queued a mail.
  return toAccount((await accountById(db, organizationId, before.id)) ?? row);
}

const changedBy = (principal: CallOf<typeof routes.updateAccount>['principal']) => ({
  updatedAt: sql<string>`now()`,
  updatedBy: actorIdOf(principal),
});

/**
 * Applies the consequences of an account change. Ends the sessions after a removed role or a
 * changed address; after an added role only closes open connections, so that clients reconnect.
 * Cancels links to an old address and queues the mails about the change.
 */
async function afterChange(
  { deps, mailer }: AccountDeps,
  { db, afterCommit }: CallOf<typeof routes.updateAccount>,
  before: ListedAccount,
  after: ListedAccount,
): Promise<void> {
  const { organizationId } = after;
  if (before.email !== after.email) await cancelLinks(db, before);
  const hasFewerRights =
    before.roles.some((role) => !after.roles.includes(role)) ||
    (isBlind(after.roles) && !isBlind(before.roles));
  const hasOtherRoles = hasFewerRights || after.roles.length !== before.roles.length;
  if (hasFewerRights || before.email !== after.email) {
    const ended = await endSessionsOf(db, after);
    afterCommit(() => publishEndedSessions(deps, ended));
  } else if (hasOtherRoles) {
    const open = await db
      .selectFrom('sessionToken')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('accountId', '=', after.id)
      .execute();
    const tokenIds = open.map((session) => session.id);
    afterCommit(() => publishEndedSessions(deps, { organizationId, tokenIds, studyIds: [] }));
  }
  const mail = { organizationId, recipient: after.email, accountId: after.id };
  if (before.email !== after.email && after.state === 'INVITED') {
    // The first invitation went to the wrong address.
    await queueMail(db, deps.clock, { kind: 'INVITATION', ...mail });
  }
  if (before.roles.length === 0 && after.roles.length > 0) {
    await queueMail(db, deps.clock, { kind: 'APPROVED', ...mail });
  }
  afterCommit(() => mailer.nudge());
}

/** Publishes ended sessions and the studies whose claims they released. */
export function publishEndedSessions(
  { sessionEnded, studyChanged }: Pick<AccountDeps['deps'], 'sessionEnded' | 'studyChanged'>,
  { organizationId, tokenIds, studyIds }: EndedSessions,
): void {
  for (const tokenId of tokenIds) sessionEnded.emit({ tokenId });
  for (const studyId of studyIds) studyChanged.emit({ organizationId, studyId });
}

async function deleteAccount(
  { deps, roleFeatures }: AccountDeps,
  { db, params, principal, version, afterCommit }: CallOf<typeof routes.deleteAccount>,
): Promise<Account | ErrorResponse> {
  const { organizationId } = principal;
  const before = await lockAccountRow(db, organizationId, params.id);
  if (before === undefined) return NO_ACCOUNT;
  if (before.version !== version) return versionConflict(toAccount(before));
  if (before.id === principal.accountId) {
    return errorResponse('OwnAccount', serverMessage('OWN_ACCOUNT_DELETE'));
  }
  if (isAdministrator(before.roles, roleFeatures)) {
    const error = await rejectLastAdministrator(db, organizationId, before.id, roleFeatures);
    if (error !== null) return error;
  }
  const actor = actorIdOf(principal);
  await db
    .updateTable('account')
    .set((eb) => ({
      deletedAt: sql<string>`now()`,
      deletedBy: actor,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: actor,
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .execute();
  await cancelLinks(db, before);
  await db
    .deleteFrom('knownDevice')
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', before.id)
    .execute();
  const ended = await endSessionsOf(db, before);
  afterCommit(() => publishEndedSessions(deps, ended));
  const row = await accountById(db, organizationId, before.id, { withDeleted: true });
  return row === undefined ? NO_ACCOUNT : toAccount(row);
}
