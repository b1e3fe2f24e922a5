import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type Profile, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import { writeAudit } from '../http/audit.ts';
import { bindPublicRoute } from '../http/bind-route.ts';
import { Refusal } from '../http/refusal.ts';
import { type NewMail, queueMail } from '../mail/queue-mail.ts';
import { cancelLinks, LINK_INVALID, type LinkRow, openLink, spendLink } from './account-links.ts';
import type { AccountParts } from './account-parts.ts';
import { tellEnded } from './administer-accounts.ts';
import { networkOf } from './network-of.ts';
import { hashPassword, passwordRefusal } from './passwords.ts';
import { takePoint } from './rate-limit.ts';
import { endSessionsOf } from './sessions.ts';
import { forgetFailures } from './sign-in-throttle.ts';
import { organizationOfHost } from './user-info.ts';

/** Per network address; in the database, so over all servers of a site. */
const ASKING = { act: 'mail', points: 30, minutes: 60 };
const CONFIRMING = { act: 'link', points: 60, minutes: 15 };

/** What the audit calls the use of a link. */
const ACTS: Readonly<Record<LinkRow['kind'], RouteName>> = {
  RESET: 'confirmResetPassword',
  INVITATION: 'createAccount',
  CONFIRMATION: 'confirmAccount',
};

interface PublicCall {
  readonly db: Kysely<Database>;
  readonly request: { readonly hostname: string; readonly ip: string };
}
interface WritingCall extends PublicCall {
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
}

/** What people do before they are signed in, by the links of mails. */
export function registerByMail(server: FastifyInstance, account: AccountParts): void {
  const { parts } = account;
  bindPublicRoute(server, parts, routes.sendResetPasswordEmail, (call) =>
    ask(account, call, { kind: 'RESET', recipient: call.body.email }),
  );

  bindPublicRoute(server, parts, routes.createAccount, (call) => {
    const { token, password, email, ...profile } = call.body;
    if (token !== undefined && password !== undefined) {
      return takeUpInvitation(account, call, token, password, profile);
    }
    return ask(account, call, { kind: 'ACCOUNT_REQUEST', recipient: email ?? '', ...profile });
  });

  bindPublicRoute(server, parts, routes.confirmResetPassword, (call) =>
    byLink(account, call, 'RESET', call.body, (inside, link, passwordHash) =>
      resetPassword(account, inside, link, passwordHash),
    ),
  );

  bindPublicRoute(server, parts, routes.confirmAccount, (call) =>
    byLink(account, call, 'CONFIRMATION', call.body, (inside, link, passwordHash) =>
      makeRequested(inside, link, passwordHash),
    ),
  );
}

/** The same row and the same answer whatever the address is; the rest happens when it is sent. */
async function ask(
  { parts, mailer, showsLinks }: AccountParts,
  { db, request, transaction }: WritingCall,
  mail: Omit<NewMail, 'organizationId'>,
): Promise<{ link: string | null } | Refusal> {
  const organization = await organizationOfHost(db, request.hostname);
  if (organization === null) return { link: null };
  const { id: organizationId } = organization;
  const key = { organizationId, subject: networkOf(request.ip) };
  const tooMany = await takePoint(db, parts.clock, ASKING, key);
  if (tooMany !== null) return tooMany;
  const id = await transaction(async (inside) => {
    // The same for every address: the audit does not tell which have an account, either.
    const act = mail.kind === 'RESET' ? 'sendResetPasswordEmail' : 'createAccount';
    await writeAudit(inside, {
      principal: null,
      organizationId,
      act,
      outcome: 'done',
      subject: {},
    });
    return queueMail(inside, parts.clock, { organizationId, ...mail });
  });
  if (showsLinks) return { link: await mailer.deliver(id) };
  mailer.nudge();
  return { link: null };
}

type ByLink = (
  db: Kysely<Database>,
  link: LinkRow,
  passwordHash: string,
) => Promise<{ readonly accountId: string; afterCommit?(): void } | Refusal>;

/** Opens a link once, for a password that fits; nothing is used up by one that does not. */
async function byLink(
  { parts, mailer }: AccountParts,
  { db, request, transaction }: WritingCall,
  kind: LinkRow['kind'],
  { token, password }: { readonly token: string; readonly password: string },
  work: ByLink,
): Promise<{ email: string } | Refusal> {
  const { clock } = parts;
  const organization = await organizationOfHost(db, request.hostname);
  if (organization !== null) {
    const key = { organizationId: organization.id, subject: networkOf(request.ip) };
    const tooMany = await takePoint(db, clock, CONFIRMING, key);
    if (tooMany !== null) return tooMany;
  }
  let after: (() => void) | undefined;
  const outcome = await transaction(async (inside) => {
    const link = await openLink(inside, clock, kind, token);
    if (link instanceof Refusal) return link;
    const weak = passwordRefusal('password', password, link.email);
    if (weak !== null) return weak;
    const done = await work(inside, link, await hashPassword(password));
    if (done instanceof Refusal) return done;
    await spendLink(inside, clock, link);
    await cancelLinks(inside, link);
    const { organizationId } = link;
    const subject = { accountId: done.accountId };
    const act = ACTS[kind];
    await writeAudit(inside, { principal: null, organizationId, act, outcome: 'done', subject });
    after = done.afterCommit;
    return { email: link.email };
  });
  after?.();
  mailer.nudge();
  return outcome;
}

async function takeUpInvitation(
  account: AccountParts,
  call: WritingCall,
  token: string,
  password: string,
  profile: Profile,
): Promise<{ link: null } | Refusal> {
  const credentials = { token, password };
  const done = await byLink(
    account,
    call,
    'INVITATION',
    credentials,
    async (inside, link, hash) => {
      const columns = { ...profile, passwordHash: hash, state: 'CONFIRMED' as const };
      const accountId = await changeOf(inside, link, columns, ['INVITED']);
      return accountId === null ? LINK_INVALID : { accountId };
    },
  );
  return done instanceof Refusal ? done : { link: null };
}

async function resetPassword(
  { parts }: AccountParts,
  inside: Kysely<Database>,
  link: LinkRow,
  passwordHash: string,
) {
  const columns = { passwordHash, askedForResetPassword: false };
  const accountId = await changeOf(inside, link, columns, ['CONFIRMED', 'ACTIVE']);
  if (accountId === null) return LINK_INVALID;
  const { organizationId, email: recipient } = link;
  await forgetFailures(inside, link);
  const ended = await endSessionsOf(inside, { id: accountId, organizationId });
  const to = { organizationId, recipient, accountId };
  await queueMail(inside, parts.clock, { kind: 'PASSWORD_CHANGED', ...to });
  return { accountId, afterCommit: () => tellEnded(parts, ended) };
}

/** @returns the account's id; null where it was locked, deleted or changed since the mail */
async function changeOf(
  inside: Kysely<Database>,
  { organizationId, accountId, email }: LinkRow,
  columns: Partial<Profile> & {
    readonly passwordHash: string;
    readonly askedForResetPassword?: boolean;
    readonly state?: 'CONFIRMED';
  },
  states: readonly ('INVITED' | 'CONFIRMED' | 'ACTIVE')[],
): Promise<string | null> {
  const changed = await inside
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

/** An account without a role: nothing goes until an administrator has given it one. */
async function makeRequested(inside: Kysely<Database>, link: LinkRow, passwordHash: string) {
  const { organizationId, email, firstName, lastName, jobTitle } = link;
  const accountId = newId();
  const made = await inside
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
  // An administrator was faster: the address has an account meanwhile.
  if (made.numInsertedOrUpdatedRows === 0n) return LINK_INVALID;
  return { accountId };
}
