import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Account, AccountState, Colleague, MailKind, MailState, Role } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import type { PlaceInList } from '../records/paging.ts';
import { storedOf } from '../records/stored.ts';

export type ListedAccount = AccountRow & {
  readonly organizationName: string;
  readonly mailKind: MailKind | null;
  readonly mailState: MailState | null;
  readonly mailAt: string | null;
};

export interface AccountFilter {
  readonly state?: Exclude<AccountState, 'DELETED'> | undefined;
  readonly role?: Role | undefined;
  readonly _keywords: string;
}

/** Accounts of an organization, deleted ones too, each with the newest message sent to it. */
function listedAccounts(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organizationId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mail')
          .select(['mail.kind as mailKind', 'mail.state as mailState', 'mail.createdAt as mailAt'])
          .whereRef('mail.organizationId', '=', 'account.organizationId')
          .whereRef('mail.accountId', '=', 'account.id')
          .orderBy('mail.createdAt', 'desc')
          .orderBy('mail.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('account')
    .select('organization.name as organizationName')
    .select(['newest.mailKind', 'newest.mailState', 'newest.mailAt'])
    .where('account.organizationId', '=', organizationId);
}

/** Every word occurs somewhere in the address or the names; case does not matter. */
function fits({ state, role, _keywords }: AccountFilter) {
  const patterns = _keywords
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const text = sql`lower(concat_ws(' ', account.email, account.first_name, account.last_name))`;
  const conditions = [sql<SqlBool>`account.deleted_at is null`];
  if (patterns.length > 0) conditions.push(sql<SqlBool>`${text} like all(${patterns}::text[])`);
  if (role !== undefined) conditions.push(sql<SqlBool>`${role} = any(account.roles)`);
  if (state === 'LOCKED') conditions.push(sql<SqlBool>`account.locked_at is not null`);
  else if (state !== undefined) {
    conditions.push(sql<SqlBool>`account.locked_at is null and account.state = ${state}`);
  }
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** One more than `limit`, so that the page knows whether it is the last. */
export async function accountPage(
  db: Kysely<Database>,
  organizationId: string,
  filter: AccountFilter,
  after: PlaceInList | null,
  limit: number,
): Promise<{ rows: ListedAccount[]; total: number }> {
  const wanted = fits(filter);
  let page = listedAccounts(db, organizationId).where(wanted);
  if (after !== null) {
    page = page.where(
      sql<SqlBool>`(account.created_at, account.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  const rows = await page
    .orderBy('account.createdAt', 'desc')
    .orderBy('account.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account.organizationId', '=', organizationId)
    .where(wanted)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** `withDeleted` sees those that were deleted as well. */
export function accountById(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
  { withDeleted = false }: { readonly withDeleted?: boolean } = {},
): Promise<ListedAccount | undefined> {
  const found = listedAccounts(db, organizationId).where('account.id', '=', id);
  return (withDeleted ? found : found.where('account.deletedAt', 'is', null)).executeTakeFirst();
}

/**
 * An account that the caller's transaction is about to change, held until it ends: nobody signs in to
 * it or changes it meanwhile. Held before anything else that makes others wait.
 */
export async function heldAccount(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ListedAccount | undefined> {
  await db
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return accountById(db, organizationId, id);
}

function stateOf(row: AccountRow): AccountState {
  if (row.deletedAt !== null) return 'DELETED';
  return row.lockedAt === null ? row.state : 'LOCKED';
}

export function toAccount(row: ListedAccount): Account {
  const { mailKind, mailState, mailAt } = row;
  return {
    ...storedOf(row),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    jobTitle: row.jobTitle,
    roles: row.roles.map((id) => ({ id })),
    organization: { id: row.organizationId, name: row.organizationName },
    askedForResetPassword: row.askedForResetPassword,
    state: stateOf(row),
    lockedAt: row.lockedAt,
    lastSignInAt: row.lastSignInAt,
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
    mail:
      mailKind === null || mailState === null || mailAt === null
        ? null
        : { kind: mailKind, state: mailState, at: mailAt },
  };
}

/** Everyone of an organization by name, deleted ones too: what they wrote is still theirs. */
export async function colleaguesOf(
  db: Kysely<Database>,
  organizationId: string,
): Promise<Colleague[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, firstName, lastName, email }) => {
    const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
    return { id, name: name === '' ? email : name };
  });
}
