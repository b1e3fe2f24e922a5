import type { Kysely, Selectable } from 'kysely';
import type { Clock } from '#foundation';
import { makeLink } from '../accounts/account-links.ts';
import type { AccountRow, Database } from '../database/schema.ts';
import type { MailTable } from '../database/tables/accounts.ts';
import type { Letter } from './mail-texts.ts';

export type MailRow = Selectable<MailTable>;

/** Nobody's mailbox is filled by someone who keeps asking. */
const MOST_IN_AN_HOUR = 3;
const HOUR_MS = 3_600_000;

export interface Addressed {
  readonly letter: Letter;
  readonly accountId: string | null;
}

/**
 * Finds out, in the caller's transaction, whom a queued message is for and what it says, and makes
 * its link. Null when there is nobody to tell, or when they were told often enough.
 */
export async function addressMail(
  db: Kysely<Database>,
  clock: Clock,
  baseUrl: string,
  mail: MailRow,
): Promise<Addressed | null> {
  const account = await accountOf(db, mail);
  if (mail.kind === 'RESET' || mail.kind === 'ACCOUNT_REQUEST') {
    if (await wasToldOften(db, clock, mail)) return null;
  }
  const { organizationId } = mail;
  const link = async (kind: 'RESET' | 'INVITATION' | 'CONFIRMATION'): Promise<Letter> => {
    const of = { organizationId, accountId: account?.id ?? null, email: mail.recipient };
    const profile = {
      profile: { firstName: mail.firstName, lastName: mail.lastName, jobTitle: mail.jobTitle },
    };
    const made = { kind, ...of, ...(kind === 'CONFIRMATION' ? profile : {}) };
    return { kind, link: await makeLink(db, clock, baseUrl, made) };
  };
  const letter = await letterOf(mail, account, baseUrl, link);
  return letter === null ? null : { letter, accountId: account?.id ?? null };
}

async function letterOf(
  { kind }: MailRow,
  account: AccountRow | undefined,
  baseUrl: string,
  link: (kind: 'RESET' | 'INVITATION' | 'CONFIRMATION') => Promise<Letter>,
): Promise<Letter | null> {
  if (account === undefined) return kind === 'ACCOUNT_REQUEST' ? link('CONFIRMATION') : null;
  if (account.lockedAt !== null) return null;
  const isInvited = account.state === 'INVITED';
  switch (kind) {
    case 'RESET':
      return link(isInvited ? 'INVITATION' : 'RESET');
    case 'INVITATION':
      return isInvited ? link('INVITATION') : null;
    case 'ACCOUNT_REQUEST':
      return isInvited ? link('INVITATION') : { kind: 'HAS_ACCOUNT', baseUrl };
    default:
      return isInvited ? null : { kind, baseUrl };
  }
}

/** The account the message names, else the one that has its address today. */
function accountOf(db: Kysely<Database>, mail: MailRow): Promise<AccountRow | undefined> {
  const found = db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', mail.organizationId)
    .where('deletedAt', 'is', null);
  return mail.accountId === null
    ? found.where('email', '=', mail.recipient).executeTakeFirst()
    : found.where('id', '=', mail.accountId).executeTakeFirst();
}

async function wasToldOften(db: Kysely<Database>, clock: Clock, mail: MailRow): Promise<boolean> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', mail.organizationId)
    .where('recipient', '=', mail.recipient)
    .where('kind', '=', mail.kind)
    .where('state', '=', 'SENT')
    .where('sentAt', '>', new Date(clock.now() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow();
  return count >= MOST_IN_AN_HOUR;
}
