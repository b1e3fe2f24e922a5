import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { fail, ok, problem, type Result } from '#foundation';
import type { Database } from './schema.ts';

/**
 * Advisory lock that serialises role creation over all processes of a database; arbitrary number.
 */
const ROLE_LOCK = 7_420_001;
/** Longest name of a role in PostgreSQL, in bytes. */
const MAX_ROLE_NAME_LENGTH = 63;
/** Attributes of the role: may sign in, and has no other privilege. */
const MINIMAL_ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole nobypassrls';
/** SQLSTATE codes: insufficient privilege, invalid password. */
const NOT_PERMITTED = '42501';
const INVALID_PASSWORD = '28P01';

/** Database role of request handling; owns nothing and is subject to row-level security. */
export interface AppRole {
  readonly name: string;
  /** Connection URL of the role. */
  readonly url: string;
}

/**
 * Ensures that the application role exists and can sign in. Derives its password from the owner's
 * password, so that every process with DATABASE_URL computes the same password and none stores it.
 * Where the database owner may not create roles, the site creates the role and sets `appUrl`.
 */
export async function ensureAppRole(
  db: Kysely<Database>,
  ownerUrl: string,
  appUrl: string | null,
): Promise<Result<AppRole>> {
  if (appUrl !== null) return checkConfiguredRole(db, ownerUrl, appUrl);
  const url = new URL(ownerUrl);
  if (url.password === '') return fail(needsAppUrl('DATABASE_URL contains no password.'));
  const { name, exists, mayMakeRoles } = await readRoleState(db);
  if (!mayMakeRoles && !exists) {
    return fail(needsAppUrl(`The user ${url.username} can’t create roles.`));
  }
  const password = createHmac('sha256', decodeURIComponent(url.password))
    .update(`application role ${name}`)
    .digest('base64url');
  url.username = name;
  url.password = password;
  const role = { name, url: url.href };
  if (exists && (await canSignIn(role))) return ok(role);
  if (!mayMakeRoles) return fail(needsAppUrl(`The role ${name} has another password.`));
  try {
    await db.transaction().execute((trx) => createRole(trx, name, password));
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== NOT_PERMITTED) throw thrown;
    return fail(needsAppUrl(`The user of DATABASE_URL can’t change the role ${name}.`));
  }
  return ok(role);
}

async function createRole(db: Kysely<Database>, name: string, password: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROLE_LOCK})`.execute(db);
  const { exists, isSuperuser } = await readRoleState(db);
  // PostgreSQL lets only a superuser set attributes such as NOSUPERUSER, even to their current
  // value.
  const attributes = exists && !isSuperuser ? 'login' : MINIMAL_ATTRIBUTES;
  await sql`${sql.raw(exists ? 'alter' : 'create')} role ${sql.id(name)} ${sql.raw(attributes)}
    password ${sql.lit(password)}`.execute(db);
}

async function readRoleState(db: Kysely<Database>) {
  const { rows } = await sql<{ database: string; mayMakeRoles: boolean; isSuperuser: boolean }>`
    select current_database() as database, rolsuper as "isSuperuser",
      rolsuper or rolcreaterole as "mayMakeRoles"
    from pg_roles where rolname = current_user`.execute(db);
  const database = rows[0]?.database ?? '';
  const name = `${database.slice(0, MAX_ROLE_NAME_LENGTH - 4)}_app`;
  const existing = await sql`select 1 from pg_roles where rolname = ${name}`.execute(db);
  const { mayMakeRoles = false, isSuperuser = false } = rows[0] ?? {};
  return { name, exists: existing.rows.length > 0, mayMakeRoles, isSuperuser };
}

async function canSignIn(role: AppRole): Promise<boolean> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: role.url, connectionTimeoutMillis: 5_000 });
  // The listener prevents an uncaught error event; `connect` rejects with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === INVALID_PASSWORD) return false;
    throw thrown;
  }
}

/**
 * Returns the role of `appUrl`; fails for a missing role, and for a role that can bypass row-level
 * security, because tenants would not be isolated.
 */
async function checkConfiguredRole(
  db: Kysely<Database>,
  ownerUrl: string,
  appUrl: string,
): Promise<Result<AppRole>> {
  const name = decodeURIComponent(new URL(appUrl).username);
  const { rows } = await sql<{ bypassesRls: boolean }>`
    select rolsuper or rolbypassrls or pg_has_role(rolname, current_user, 'member') as "bypassesRls"
    from pg_roles where rolname = ${name}`.execute(db);
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  if (rows[0]?.bypassesRls === false) return ok({ name, url: appUrl });
  return fail(
    problem(
      'DATABASE_APP_ROLE_UNFIT',
      'The database role of DATABASE_APP_URL does not separate organizations',
      rows.length === 0
        ? `There is no role ${name}.`
        : `${name} is a superuser, bypasses row-level security, or is a member of ${owner}.`,
      `Create a role that can only sign in: CREATE ROLE ${name} LOGIN PASSWORD '…' NOSUPERUSER NOBYPASSRLS.`,
    ),
  );
}

const needsAppUrl = (detail: string) =>
  problem(
    'DATABASE_APP_ROLE_MISSING',
    'The application has no separate database role',
    detail,
    'Create a role that can only sign in, and set it in DATABASE_APP_URL (see docs/administration.md).',
  );
