import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, unwrap } from '#foundation';
import { ensureAppRole } from '../../../platform/server/database/app-role.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let owner: Kysely<Database>;

/** Returns the URL of the same server for another user or database. */
function urlAs(user: string, password: string, database = 'postgres'): string {
  const url = new URL(postgres.url);
  Object.assign(url, { username: user, password, pathname: `/${database}` });
  return url.href;
}

/** Runs a callback on a connection of another user. */
async function asUser<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, logger: silentLogger, maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-role-'));
  chmodSync(folder, 0o755);
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  owner = openDatabase({ url: postgres.url, logger: silentLogger });
  await sql.raw('create database site').execute(owner);
  await sql
    .raw(
      "create role plain_owner login password 'plain'; grant all on database site to plain_owner",
    )
    .execute(owner);
  await sql.raw("create role strong login bypassrls password 'strong'").execute(owner);
  await sql.raw("create role modest login password 'modest'").execute(owner);
  await sql.raw("create role insider login password 'insider' in role plain_owner").execute(owner);
});

afterAll(async () => {
  await owner?.destroy();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the application role', () => {
  it('is created once, can sign in, and can’t leave its role', async () => {
    const first = unwrap(await ensureAppRole(owner, postgres.url, null));
    const second = unwrap(await ensureAppRole(owner, postgres.url, null));
    expect(second).toEqual(first);
    const rights = await asUser(first.url, (db) =>
      sql<object>`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles
        where rolname = current_user`.execute(db),
    );
    expect(rights.rows).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
    ]);
    await expect(
      asUser(first.url, (db) => sql.raw('set role clockface').execute(db)),
    ).rejects.toThrow(/permission denied/);
  });

  it('gets its stored password back after an external change of the password', async () => {
    const role = unwrap(await ensureAppRole(owner, postgres.url, null));
    await sql.raw(`alter role ${role.name} password 'another'`).execute(owner);
    await expect(asUser(role.url, (db) => sql`select 1`.execute(db))).rejects.toThrow();
    unwrap(await ensureAppRole(owner, postgres.url, null));
    await asUser(role.url, (db) => sql`select 1`.execute(db));
  });

  it('is created by an owner who may only create roles, and follows changes of the owner’s password', async () => {
    await sql.raw("create role maker login createrole password 'first'").execute(owner);
    await sql.raw('create database made owner maker').execute(owner);
    const firstUrl = urlAs('maker', 'first', 'made');
    const first = unwrap(await asUser(firstUrl, (db) => ensureAppRole(db, firstUrl, null)));
    await sql.raw("alter role maker password 'second'").execute(owner);
    const secondUrl = urlAs('maker', 'second', 'made');
    const second = unwrap(await asUser(secondUrl, (db) => ensureAppRole(db, secondUrl, null)));
    expect(second.name).toBe(first.name);
    await asUser(second.url, (db) => sql`select 1`.execute(db));
    await expect(asUser(first.url, (db) => sql`select 1`.execute(db))).rejects.toThrow();
  });

  it('is created once by several servers that start concurrently', async () => {
    await sql.raw('drop database if exists together').execute(owner);
    await sql.raw('create database together').execute(owner);
    const url = urlAs('clockface', new URL(postgres.url).password, 'together');
    const results = await asUser(url, (db) =>
      Promise.all(Array.from({ length: 5 }, () => ensureAppRole(db, url, null))),
    );
    expect(results.map((result) => result.ok)).toEqual([true, true, true, true, true]);
  });

  it('must be configured if the database owner may not create roles', async () => {
    const url = urlAs('plain_owner', 'plain', 'site');
    const rejected = await asUser(url, (db) => ensureAppRole(db, url, null));
    expect(rejected).toMatchObject({ ok: false, problem: { code: 'DATABASE_APP_ROLE_MISSING' } });
    const appUrl = urlAs('modest', 'modest', 'site');
    const named = await asUser(url, (db) => ensureAppRole(db, url, appUrl));
    expect(named).toMatchObject({ ok: true, value: { name: 'modest', url: appUrl } });
  });

  it.each([
    ['strong', 'bypasses row-level security'],
    ['insider', 'is a member of the owner'],
    ['unknown_role', 'does not exist'],
  ])('is rejected if it is %s, which %s', async (user) => {
    const url = urlAs('plain_owner', 'plain', 'site');
    const appUrl = urlAs(user, user, 'site');
    const rejected = await asUser(url, (db) => ensureAppRole(db, url, appUrl));
    expect(rejected).toMatchObject({ ok: false, problem: { code: 'DATABASE_APP_ROLE_UNFIT' } });
    expect(JSON.stringify(rejected)).not.toContain(`:${user}@`);
  });
});
