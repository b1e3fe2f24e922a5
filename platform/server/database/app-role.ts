import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { fail, ok, problem, type Result } from '#foundation';
import type { Database } from './schema.ts';

/**
 * Advisory lock that serialises role creation over all processes of a database; arbitrary number.
 */
const ROLE_LOCK = 7_420_001;
const MAX_NAME_LENGTH = 63;
const WEAK = 'login nosuperuser nocreatedb nocreaterole nobypassrls';
/** SQLSTATE: insufficient privilege. */
const NOT_PERMITTED = '42501';

/** Database role of request handling; owns nothing and is subject to row-level security. */
export interface AppRole {
  readonly name: string;
  /** Connection URL of the role. */
  readonly url: string;
}

/**
 * Ensures that the application role exists and can sign in. Derives its password from the owner's
 * password, so that every process with DATABASE_URL computes the same password and none stores it.
 * A site whose owner may not create roles creates the role itself and sets `appUrl`.
 */
export async function ensureAppRole(
  db: Kysely<Database>,
  ownerUrl: string,
  appUrl: string | null,
): Promise<Result<AppRole>> {
  if (appUrl !== null) return namedRole(db, ownerUrl, appUrl);
  const url = new URL(ownerUrl);
  if (url.password === '') return fail(needsAppUrl('DATABASE_URL holds no password.'));
  const { name, exists, mayMakeRoles } = await readRoleState(db);
  if (!mayMakeRoles && !exists) {
    return fail(needsAppUrl(`The user ${url.username} may not make roles.`));
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
    await db.transaction().execute((inside) => createRole(inside, name, password));
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== NOT_PERMITTED) throw thrown;
    return fail(needsAppUrl(`The user of DATABASE_URL may not change the role ${name}.`));
  }
  return ok(role);
}

async function createRole(db: Kysely<Database>, name: string, password: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROLE_LOCK})`.execute(db);
  const { exists, isSuperuser } = await readRoleState(db);
  // Only a superuser may restate some attributes, even unchanged.
  const attributes = exists && !isSuperuser ? 'login' : WEAK;
  await sql`${sql.raw(exists ? 'alter' : 'create')} role ${sql.id(name)} ${sql.raw(attributes)}
    password ${sql.lit(password)}`.execute(db);
}

async function readRoleState(db: Kysely<Database>) {
  const { rows } = await sql<{ database: string; mayMakeRoles: boolean; isSuperuser: boolean }>`
    select current_database() as database, rolsuper as "isSuperuser",
      rolsuper or rolcreaterole as "mayMakeRoles"
    from pg_roles where rolname = current_user`.execute(db);
  const database = rows[0]?.database ?? '';
  const name = `${database.slice(0, MAX_NAME_LENGTH - 4)}_app`;
  const existing = await sql`select 1 from pg_roles where rolname = ${name}`.execute(db);
  const { mayMakeRoles = false, isSuperuser = false } = rows[0] ?? {};
  return { name, exists: existing.rows.length > 0, mayMakeRoles, isSuperuser };
}

async function canSignIn(role: AppRole): Promise<boolean> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: role.url, connectionTimeoutMillis: 5_000 });
  // `connect` already rejects when the server closes the connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === '28P01') return false;
    throw thrown;
  }
}

/** Rejects a role that bypasses row-level security, because tenants would not be isolated. */
async function namedRole(
  db: Kysely<Database>,
  ownerUrl: string,
  appUrl: string,
): Promise<Result<AppRole>> {
  const name = decodeURIComponent(new URL(appUrl).username);
  const { rows } = await sql<{ strong: boolean }>`
    select rolsuper or rolbypassrls or pg_has_role(rolname, current_user, 'member') as strong
    from pg_roles where rolname = ${name}`.execute(db);
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  if (rows[0]?.strong === false) return ok({ name, url: appUrl });
  return fail(
    problem(
      'DATABASE_APP_ROLE_UNFIT',
      'The database role of DATABASE_APP_URL does not keep organizations apart',
      rows.length === 0
        ? `There is no role ${name}.`
        : `${name} is a superuser, bypasses row-level security, or is a member of ${owner}.`,
      `Make a role that only signs in: CREATE ROLE ${name} LOGIN PASSWORD '…' NOSUPERUSER NOBYPASSRLS.`,
    ),
  );
}

const needsAppUrl = (detail: string) =>
  problem(
    'DATABASE_APP_ROLE_MISSING',
    'The application has no database role of its own',
    detail,
    'Make a role that only signs in, and name it in DATABASE_APP_URL (see docs/administration.md).',
  );
