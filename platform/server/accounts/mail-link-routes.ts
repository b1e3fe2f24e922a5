import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type Profile, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import { writeAudit } from '../http/audit.ts';
import { bindPublicRoute } from '../http/bind-route.ts';
import { ErrorResponse } from '../http/error-response.ts';
import { type NewMail, queueMail } from '../mail/queue-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  cancelLinks,
  consumeLink,
  INVALID_LINK,
  type LinkRow,
  lockValidLink,
} from './account-links.ts';
import { publishEndedSessions } from './administer-accounts.ts';
import { networkOf } from './network-of.ts';
import { type HostRequest, organizationOfRequest } from './organization-of-host.ts';
import { hashPassword, passwordError } from './passwords.ts';
import { consumePoint } from './rate-limit.ts';
import { endSessionsOf } from './sessions.ts';
import { clearFailures } from './sign-in-throttle.ts';

/** Limit per network address; counted in the database, so across all servers of a site. */
const MAIL_LIMIT = { action: 'mail', points: 30, minutes: 60 };
const LINK_LIMIT = { action: 'link', points: 60, minutes: 15 };

/** Audit action for the use of each kind of link. */
const ACTIONS: Readonly<Record<LinkRow['kind'], RouteName>> = {
  RESET: 'confirmResetPassword',
  INVITATION: 'createAccount',
  CONFIRMATION: 'confirmAccount',
};

interface PublicCall {
  readonly db: Kysely<Database>;
  readonly request: HostRequest & { readonly ip: string };
}
interface WritingCall extends PublicCall {
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
}

/** Registers the public routes that send and redeem mail links. */
export function registerMailLinkRoutes(server: FastifyInstance, account: AccountDeps): void {
  const { deps } = account;
  bindPublicRoute(server, deps, routes.sendResetPasswordEmail, (call) =>
    requestLink(account, call, { kind: 'RESET', recipient: call.body.email }),
  );

  bindPublicRoute(server, deps, routes.createAccount, (call) => {
    const { token, password, email, ...profile } = call.body;
    if (token !== undefined && password !== undefined) {
      return acceptInvitation(account, call, token, password, profile);
    }
    return requestLink(account, call, {
      kind: 'ACCOUNT_REQUEST',
      recipient: email ?? '',
      ...profile,
    });
  });

  bindPublicRoute(server, deps, routes.confirmResetPassword, (call) =>
    redeemLink(account, call, 'RESET', call.body, (trx, link, passwordHash) =>
      resetPassword(account, trx, link, passwordHash),
    ),
  );

  bindPublicRoute(server, deps, routes.confirmAccount, (call) =>
    redeemLink(account, call, 'CONFIRMATION', call.body, (trx, link, passwordHash) =>
      createRequestedAccount(trx, link, passwordHash),
    ),
  );
}

/**
 * Queues a mail with a link. Queues the same row and returns the same response for every address,
 * so that neither shows whether an account exists; the mailer looks up the account when it sends.
 */
async function requestLink(
  { deps, mailer, exposesLinks }: AccountDeps,
  { db, request, transaction }: WritingCall,
  mail: Omit<NewMail, 'organizationId'>,
): Promise<{ link: string | null } | ErrorResponse> {
  const organization = await organizationOfRequest(db, request);
  if (organization === null) return { link: null };
  const { id: organizationId } = organization;
  const key = { organizationId, subject: networkOf(request.ip) };
  const tooMany = await consumePoint(db, deps.clock, MAIL_LIMIT, key);
  if (tooMany !== null) return tooMany;
  const id = await transaction(async (trx) => {
    // Same audit row for every address, because the audit trail must not reveal which addresses
    // have an account.
    const action = mail.kind === 'RESET' ? 'sendResetPasswordEmail' : 'createAccount';
    await writeAudit(trx, {
      principal: null,
      organizationId,
      action,
      outcome: 'done',
      subject: {},
    });
    return queueMail(trx, deps.clock, { organizationId, ...mail });
  });
  if (exposesLinks) return { link: await mailer.deliver(id) };
  mailer.nudge();
  return { link: null };
}

type LinkHandler = (
  db: Kysely<Database>,
  link: LinkRow,
  passwordHash: string,
) => Promise<{ readonly accountId: string; afterCommit?(): void } | ErrorResponse>;

/** Redeems a link once. A rejected password leaves the link usable. */
async function redeemLink(
  { deps, mailer }: AccountDeps,
  { db, request, transaction }: WritingCall,
  kind: LinkRow['kind'],
  { token, password }: { readonly token: string; readonly password: string },
  work: LinkHandler,
): Promise<{ email: string } | ErrorResponse> {
  const { clock } = deps;
  const organization = await organizationOfRequest(db, request);
  if (organization !== null) {
    const key = { organizationId: organization.id, subject: networkOf(request.ip) };
    const tooMany = await consumePoint(db, clock, LINK_LIMIT, key);
    if (tooMany !== null) return tooMany;
  }
  let afterCommit: (() => void) | undefined;
  const outcome = await transaction(async (trx) => {
    const link = await lockValidLink(trx, clock, kind, token);
    if (link instanceof ErrorResponse) return link;
    const weak = passwordError('password', password, link.email);
    if (weak !== null) return weak;
    const done = await work(trx, link, await hashPassword(password));
    if (done instanceof ErrorResponse) return done;
    await consumeLink(trx, clock, link);
    await cancelLinks(trx, link);
    const { organizationId } = link;
    const subject = { accountId: done.accountId };
    const action = ACTIONS[kind];
    await writeAudit(trx, { principal: null, organizationId, action, outcome: 'done', subject });
    afterCommit = done.afterCommit;
    return { email: link.email };
  });
  afterCommit?.();
  mailer.nudge();
  return outcome;
}

async function acceptInvitation(
  account: AccountDeps,
  call: WritingCall,
  token: string,
  password: string,
  profile: Profile,
): Promise<{ link: null } | ErrorResponse> {
  const credentials = { token, password };
  const done = await redeemLink(
    account,
    call,
    'INVITATION',
    credentials,
    async (trx, link, hash) => {
      const columns = { ...profile, passwordHash: hash, state: 'CONFIRMED' as const };
      const accountId = await updateLinkedAccount(trx, link, columns, ['INVITED']);
      return accountId === null ? INVALID_LINK : { accountId };
    },
  );
  return done instanceof ErrorResponse ? done : { link: null };
}

async function resetPassword(
  { deps }: AccountDeps,
  trx: Kysely<Database>,
  link: LinkRow,
  passwordHash: string,
) {
  const columns = { passwordHash, askedForResetPassword: false };
  const accountId = await updateLinkedAccount(trx, link, columns, ['CONFIRMED', 'ACTIVE']);
  if (accountId === null) return INVALID_LINK;
  const { organizationId, email: recipient } = link;
  await clearFailures(trx, link);
  const ended = await endSessionsOf(trx, { id: accountId, organizationId });
  const mail = { organizationId, recipient, accountId, kind: 'PASSWORD_CHANGED' as const };
  await queueMail(trx, deps.clock, mail);
  return { accountId, afterCommit: () => publishEndedSessions(deps, ended) };
}

/**
 * Updates the account of a link.
 * @param states states in which the account may be
 * @returns the account's id; null when the account was locked, deleted or changed since the mail
 * was sent
 */
async function updateLinkedAccount(
  trx: Kysely<Database>,
  { organizationId, accountId, email }: LinkRow,
  columns: Partial<Profile> & {
    readonly passwordHash: string;
    readonly askedForResetPassword?: boolean;
    readonly state?: 'CONFIRMED';
  },
  states: readonly ('INVITED' | 'CONFIRMED' | 'ACTIVE')[],
): Promise<string | null> {
  const changed = await trx
    .updateTable('account')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: accountId,
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', accountId)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .where('lockedAt', 'is', null)
    .where('state', 'in', states)
    .returning('id')
    .executeTakeFirst();
  return changed?.id ?? null;
}

/**
 * Creates an account without a role; all features stay blocked until an administrator assigns a
 * role.
 */
async function createRequestedAccount(trx: Kysely<Database>, link: LinkRow, passwordHash: string) {
  const { organizationId, email, firstName, lastName, jobTitle } = link;
  const accountId = newId();
  const inserted = await trx
    .insertInto('account')
    .values({
      id: accountId,
      organizationId,
      email,
      firstName,
      lastName,
      jobTitle,
      passwordHash,
      roles: [],
      state: 'CONFIRMED',
      createdBy: null,
      updatedBy: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // An administrator has created an account for the address in the meantime.
  if (inserted.numInsertedOrUpdatedRows === 0n) return INVALID_LINK;
  return { accountId };
}
