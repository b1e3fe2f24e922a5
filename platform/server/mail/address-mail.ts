import type { Kysely, Selectable } from 'kysely';
import type { Clock } from '#foundation';
import type { AccountRow, Database } from '../database/schema.ts';
import type { AccountLinkTable, MailTable } from '../database/tables/accounts.ts';
import type { MailData } from './mail-texts.ts';

export type MailRow = Selectable<MailTable>;
type LinkKind = AccountLinkTable['kind'];

/** Creates the single-use link of a message and returns its URL. */
export type CreateLink = (
  db: Kysely<Database>,
  clock: Clock,
  baseUrl: string,
  link: {
    readonly kind: LinkKind;
    readonly organizationId: string;
    readonly accountId: string | null;
    readonly email: string;
    readonly profile?: Pick<MailRow, 'firstName' | 'lastName' | 'jobTitle'>;
  },
) => Promise<string>;

/** Maximum mails per recipient and kind, so that repeated requests cannot fill a mailbox. */
const MAX_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

export interface AddressedMail {
  readonly mailData: MailData;
  /** Null for an address without an account. */
  readonly accountId: string | null;
}

/**
 * Resolves recipient and content of a queued message in the caller's transaction and creates its
 * link. Null when no suitable account exists or the hourly limit is exceeded.
 */
export async function addressMail(
  db: Kysely<Database>,
  clock: Clock,
  baseUrl: string,
  createLink: CreateLink,
  mail: MailRow,
): Promise<AddressedMail | null> {
  const account = await accountOf(db, mail);
  if (mail.kind === 'RESET' || mail.kind === 'ACCOUNT_REQUEST') {
    if (await exceedsMailLimit(db, clock, mail)) return null;
  }
  const { organizationId } = mail;
  const createLinkMail = async (kind: LinkKind): Promise<MailData> => {
    const linkTarget = { organizationId, accountId: account?.id ?? null, email: mail.recipient };
    const profile = {
      profile: { firstName: mail.firstName, lastName: mail.lastName, jobTitle: mail.jobTitle },
    };
    const newLink = { kind, ...linkTarget, ...(kind === 'CONFIRMATION' ? profile : {}) };
    return { kind, link: await createLink(db, clock, baseUrl, newLink) };
  };
  const mailData = await mailDataOf(mail, account, baseUrl, createLinkMail);
  return mailData === null ? null : { mailData, accountId: account?.id ?? null };
}

async function mailDataOf(
  { kind }: MailRow,
  account: AccountRow | undefined,
  baseUrl: string,
  createLinkMail: (kind: LinkKind) => Promise<MailData>,
): Promise<MailData | null> {
  if (account === undefined)
    return kind === 'ACCOUNT_REQUEST' ? createLinkMail('CONFIRMATION') : null;
  if (account.lockedAt !== null) return null;
  const isInvited = account.state === 'INVITED';
  switch (kind) {
    case 'RESET':
      return createLinkMail(isInvited ? 'INVITATION' : 'RESET');
    case 'INVITATION':
      return isInvited ? createLinkMail('INVITATION') : null;
    case 'ACCOUNT_REQUEST':
      return isInvited ? createLinkMail('INVITATION') : { kind: 'HAS_ACCOUNT', baseUrl };
    default:
      return isInvited ? null : { kind, baseUrl };
  }
}

/** Returns the account that the message names, else the current account of its address. */
function accountOf(db: Kysely<Database>, mail: MailRow): Promise<AccountRow | undefined> {
  const query = db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', mail.organizationId)
    .where('deletedAt', 'is', null);
  return mail.accountId === null
    ? query.where('email', '=', mail.recipient).executeTakeFirst()
    : query.where('id', '=', mail.accountId).executeTakeFirst();
}

async function exceedsMailLimit(
  db: Kysely<Database>,
  clock: Clock,
  mail: MailRow,
): Promise<boolean> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', mail.organizationId)
    .where('recipient', '=', mail.recipient)
    .where('kind', '=', mail.kind)
    .where('state', '=', 'SENT')
    .where('sentAt', '>', new Date(clock.now() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow();
  return count >= MAX_PER_HOUR;
}
