import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Account, AccountState, Colleague, MailKind, MailState, routes } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse } from '../http/error-response.ts';
import { WRITTEN_ONLY } from '../mail/mail-sender.ts';
import {
  alphabetical,
  applyOrder,
  cursorColumns,
  type ListOrder,
  orderedPage,
  parseOrderCursor,
} from '../records/shared/list-order.ts';
import { patternOf, splitKeywords } from '../records/shared/search-patterns.ts';
import { storedOf } from '../records/shared/stored.ts';

export type ListedAccount = AccountRow & {
  readonly organizationName: string;
  readonly mailKind: MailKind | null;
  readonly mailState: MailState | null;
  readonly mailAt: string | null;
};

type AccountQuery = CallOf<typeof routes.listAccounts>['query'];

/** Accounts of an organization, including deleted accounts, each with its newest mail. */
function listedAccounts(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organizationId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mail')
          .select(['mail.kind as mailKind', 'mail.createdAt as mailAt'])
          .select(
            sql<MailState>`case when mail.state = 'SENT' and mail.problem = ${WRITTEN_ONLY}
              then 'WRITTEN' else mail.state end`.as('mailState'),
          )
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

/** Requires every keyword in the address or the names, ignoring case and accents. */
function matchesQuery({ state, role, _keywords }: AccountQuery) {
  const patterns = splitKeywords(_keywords).map(patternOf);
  const text = sql`fold_for_search(
    concat_ws(' ', account.email, account.first_name, account.last_name))`;
  const conditions = [sql<SqlBool>`account.deleted_at is null`];
  if (patterns.length > 0) conditions.push(sql<SqlBool>`${text} like all(${patterns}::text[])`);
  if (role !== undefined) conditions.push(sql<SqlBool>`${role} = any(account.roles)`);
  if (state === 'LOCKED') conditions.push(sql<SqlBool>`account.locked_at is not null`);
  else if (state !== undefined) {
    conditions.push(sql<SqlBool>`account.locked_at is null and account.state = ${state}`);
  }
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** Display name in lists, last name first; the address when both names are empty. */
const NAME = sql`coalesce(nullif(concat_ws(' ', nullif(account.last_name, ''),
  nullif(account.first_name, '')), ''), account.email)`;

/**
 * Sort rank: accounts awaiting a role first, then pending password changes and open invitations;
 * locked accounts last.
 */
const STATUS_RANK = sql`(case
  when account.locked_at is not null then 6
  when account.state = 'CONFIRMED' and account.roles = '{}' then 1
  when account.state = 'INVITED' then 3
  when account.asked_for_reset_password then 2
  when account.state = 'CONFIRMED' then 4 else 5 end)::smallint`;

function orderOf({ sort, direction }: AccountQuery): ListOrder {
  const keys = {
    createdAt: { value: sql`account.created_at`, type: 'instant', nullable: false },
    name: { value: alphabetical(NAME), type: 'text', nullable: false },
    email: { value: alphabetical(sql`account.email`), type: 'text', nullable: false },
    roles: {
      value: alphabetical(sql`nullif(array_to_string(account.roles, ','), '')`),
      type: 'text',
      nullable: true,
    },
    jobTitle: { value: alphabetical(sql`account.job_title`), type: 'text', nullable: true },
    state: { value: STATUS_RANK, type: 'whole', nullable: false },
    lastSeen: { value: sql`account.last_sign_in_at`, type: 'instant', nullable: true },
  } as const satisfies Record<typeof sort, ListOrder['key']>;
  return { sort, direction, key: keys[sort], id: sql`account.id` };
}

/** Returns a page of the accounts that are not deleted and match every filter. */
export async function accountPage(
  db: Kysely<Database>,
  organizationId: string,
  query: AccountQuery,
) {
  const order = orderOf(query);
  const after = parseOrderCursor(order, query.cursor);
  if (after instanceof ErrorResponse) return after;
  const matching = db
    .selectFrom('account')
    .where('account.organizationId', '=', organizationId)
    .where(matchesQuery(query));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Looks up the newest mail only for the rows of the page, not for every sorted row.
  const page = applyOrder(matching.select('account.id'), order, after).limit(query.limit + 1);
  const listed = listedAccounts(db, organizationId).where('account.id', 'in', page);
  const rows = await applyOrder(listed.select(cursorColumns(order)), order, null).execute();
  return orderedPage(rows, order, { limit: query.limit, total }, toAccount);
}

/** Returns an account with its newest mail; a deleted account only if `withDeleted` is set. */
export function accountById(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
  { withDeleted = false }: { readonly withDeleted?: boolean } = {},
): Promise<ListedAccount | undefined> {
  const query = listedAccounts(db, organizationId).where('account.id', '=', id);
  return (withDeleted ? query : query.where('account.deletedAt', 'is', null)).executeTakeFirst();
}

/**
 * Returns an account and locks its row until the caller's transaction ends, which blocks sign-ins
 * and other changes. Call this before taking any other lock.
 */
export async function lockAccountRow(
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

/**
 * Returns the colleagues of an organization, or only those with the given account ids. Includes
 * deleted accounts, because records still name them as authors.
 */
export async function colleaguesOf(
  db: Kysely<Database>,
  organizationId: string,
  accountIds: readonly string[] | null = null,
): Promise<Colleague[]> {
  if (accountIds?.length === 0) return [];
  const rows = await db
    .selectFrom('account')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('organizationId', '=', organizationId)
    .$if(accountIds !== null, (accounts) => accounts.where('id', 'in', accountIds ?? []))
    .orderBy('id')
    .execute();
  return rows.map(({ id, firstName, lastName, email }) => {
    const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
    return { id, name: name === '' ? email : name };
  });
}
