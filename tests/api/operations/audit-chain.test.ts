import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, silentLogger, unwrap } from '#foundation';
import { CHAIN_START, entryHash } from '../../../platform/server/audit/audit-hash.ts';
import { appendHeads, auditFolder, readHeads } from '../../../platform/server/audit/audit-heads.ts';
import { AuditSealer } from '../../../platform/server/audit/audit-sealer.ts';
import { sealRound } from '../../../platform/server/audit/seal-audit.ts';
import { verifyAudit } from '../../../platform/server/audit/verify-audit.ts';
import { ensureAppRole } from '../../../platform/server/database/app-role.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import {
  openDatabase,
  openOrganizationDatabases,
} from '../../../platform/server/database/open-database.ts';
import { protectTables } from '../../../platform/server/database/protect-tables.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { writeAudit } from '../../../platform/server/http/audit.ts';

let folder = '';
let postgres: EmbeddedPostgres;
let db: Kysely<Database>;
let tenant = '';
let role = { name: '', url: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-chain-'));
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  db = openDatabase({ url: postgres.url, logger: silentLogger });
  unwrap(await migrate(db));
  role = unwrap(await ensureAppRole(db, postgres.url, null));
  await protectTables(db, role.name);
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  tenant = newId();
  await db.insertInto('organization').values({ id: tenant, name: 'Chain', hosts: [] }).execute();
});
afterEach(async () => {
  await asOwner('delete from audit');
  rmSync(auditFolder(folder), { recursive: true, force: true });
});

/** Runs a statement with triggers disabled, as the database owner can. */
async function asOwner(statement: string): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await sql`alter table audit disable trigger all`.execute(inside);
    await sql.raw(statement).execute(inside);
    await sql`alter table audit enable trigger all`.execute(inside);
  });
}

async function addRows(count: number, organizationId: string | null = tenant): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const subject = { id: newId(), index: String(index) };
    const entry = { principal: null, organizationId, action: 'getPatient', subject };
    await writeAudit(db, { ...entry, outcome: 'done' });
  }
}

/** Adds ten sealed rows and records the chain head as the server does. */
async function addSealedRows(): Promise<void> {
  await addRows(10);
  const { heads } = await sealRound(db);
  await appendHeads(auditFolder(folder), heads);
}

const findFirstBad = async () =>
  (await verifyAudit(db, folder)).find(({ chain }) => chain === tenant)?.firstBad;

/** Recomputes every hash from the first entry on, like an attacker who knows the algorithm. */
async function forgeHashes(): Promise<void> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('organizationId', '=', tenant)
    .orderBy('position')
    .execute();
  let previousHash = CHAIN_START;
  for (const row of rows) {
    previousHash = entryHash(previousHash, { ...row, position: row.position ?? 0 });
    await asOwner(
      `update audit set hash = '\\x${previousHash.toString('hex')}' where seq = ${row.seq}`,
    );
  }
}

describe('the audit chain', () => {
  it('is sealed in order, with one chain per organization and one for rows without an organization', async () => {
    await addRows(3);
    await addRows(2, null);
    await sealRound(db);
    await addRows(1);
    await sealRound(db);
    const verified = await verifyAudit(db, folder);
    expect(verified.map(({ chain, checked, firstBad }) => [chain, checked, firstBad])).toEqual(
      expect.arrayContaining([
        [tenant, 4, null],
        ['none', 2, null],
      ]),
    );
  });

  it('has a single order even if several processes seal concurrently', async () => {
    await addRows(60);
    const rounds = await Promise.all(Array.from({ length: 6 }, () => sealRound(db, 20)));
    while ((await sealRound(db, 20)).sealed > 0);
    expect(rounds.some(({ sealed }) => sealed > 0)).toBe(true);
    const [verified] = (await verifyAudit(db, folder)).filter(({ chain }) => chain === tenant);
    expect(verified).toMatchObject({ checked: 60, firstBad: null, unsealed: 0 });
  });

  it('does not stall at a row whose subject is not an object', async () => {
    for (const subject of ['null', '[1, 2]', '"text"']) {
      await sql`insert into audit (organization_id, actor_kind, act, outcome, subject)
        values (${tenant}, 'human', 'getPatient', 'done', ${subject}::jsonb)`.execute(db);
    }
    await addRows(2);
    expect((await sealRound(db)).sealed).toBe(5);
    const [verified] = (await verifyAudit(db, folder)).filter(({ chain }) => chain === tenant);
    expect(verified).toMatchObject({ checked: 5, firstBad: null, unsealed: 0 });
  });

  it('catches up after a stop and records its progress', async () => {
    await addRows(30);
    const sealer = new AuditSealer({ db, dataFolder: folder, logger: silentLogger });
    await sealer.close();
    const [verified] = (await verifyAudit(db, folder)).filter(({ chain }) => chain === tenant);
    expect(verified).toMatchObject({ checked: 30, firstBad: null, recordedHead: 30 });
  });

  it('is reported at the next start if its end is missing', async () => {
    await addSealedRows();
    await asOwner(`delete from audit where organization_id = '${tenant}' and position > 8`);
    const logged: string[] = [];
    const logger = {
      log: (level: string, message: string) => void logged.push(`${level} ${message}`),
    };
    const sealer = new AuditSealer({ db, dataFolder: folder, logger });
    await sealer.close();
    expect(logged).toEqual(['error The audit trail does not match its recorded head']);
  });

  it('ignores rows of uncommitted actions', async () => {
    const committed = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = db.transaction().execute(async (inside) => {
      const entry = { principal: null, organizationId: tenant, action: 'late', subject: {} };
      await writeAudit(inside, { ...entry, outcome: 'done' });
      written.resolve();
      await committed.promise;
    });
    await written.promise;
    await addRows(1);
    expect((await sealRound(db)).sealed).toBe(1);
    committed.resolve();
    await late;
    expect((await sealRound(db)).sealed).toBe(1);
    expect(await findFirstBad()).toBeNull();
  });
});

describe('the audit check', () => {
  it('detects a changed entry', async () => {
    await addSealedRows();
    await asOwner(
      `update audit set act = 'me' where organization_id = '${tenant}' and position = 4`,
    );
    expect(await findFirstBad()).toMatchObject({ position: 4, fault: 'changed' });
  });

  it('detects a deleted entry', async () => {
    await addSealedRows();
    await asOwner(`delete from audit where organization_id = '${tenant}' and position = 6`);
    expect(await findFirstBad()).toMatchObject({ position: 6, fault: 'missing' });
  });

  it('detects an inserted entry', async () => {
    await addSealedRows();
    await asOwner(`
      update audit set position = position + 1000
        where organization_id = '${tenant}' and position >= 5;
      update audit set position = position - 999
        where organization_id = '${tenant}' and position > 1000;
      insert into audit (organization_id, actor_kind, act, outcome, position, hash)
      values ('${tenant}', 'human', 'signReport', 'done', 5, decode(repeat('ab', 32), 'hex'))`);
    expect(await findFirstBad()).toMatchObject({ position: 5, fault: 'changed' });
  });

  it('detects a truncated chain by the external head', async () => {
    await addSealedRows();
    await asOwner(`delete from audit where organization_id = '${tenant}' and position > 8`);
    expect(await findFirstBad()).toEqual({ position: 9, seq: null, fault: 'truncated' });
  });

  it('detects that the whole chain was deleted', async () => {
    await addSealedRows();
    await asOwner(`delete from audit where organization_id = '${tenant}'`);
    expect(await findFirstBad()).toEqual({ position: 1, seq: null, fault: 'truncated' });
  });

  it('detects recomputed hashes by the external head', async () => {
    await addSealedRows();
    await asOwner(
      `update audit set act = 'me' where organization_id = '${tenant}' and position = 4`,
    );
    await forgeHashes();
    expect(await findFirstBad()).toMatchObject({ position: 10, fault: 'rewritten' });
  });

  it('detects a tail that was truncated and grew again', async () => {
    await addSealedRows();
    await asOwner(`delete from audit where organization_id = '${tenant}' and position > 8`);
    await addRows(5);
    await sealRound(db);
    expect(await findFirstBad()).toMatchObject({ position: 10, fault: 'rewritten' });
  });

  it('detects a new row with an old time', async () => {
    await addSealedRows();
    await asOwner(`
      insert into audit (organization_id, actor_kind, act, outcome, at)
      values ('${tenant}', 'human', 'signReport', 'done', now() - interval '3 days')`);
    await sealRound(db);
    expect(await findFirstBad()).toMatchObject({ position: 11, fault: 'backdated' });
  });

  it('continues after a clock was set back, so that later changes are detected', async () => {
    await addSealedRows();
    await asOwner(`
      insert into audit (organization_id, actor_kind, act, outcome, at)
      values ('${tenant}', 'human', 'getPatient', 'done', now() + interval '3 days')`);
    await addRows(5);
    await sealRound(db);
    expect(await findFirstBad()).toMatchObject({ position: 12, fault: 'backdated' });
    await asOwner(`update audit set act = 'me' where position = 14`);
    expect(await findFirstBad()).toMatchObject({ position: 14, fault: 'changed' });
  });

  it('relies on triggers that reject updates, deletions and repeated seals', async () => {
    await addSealedRows();
    const attempts = [
      `update audit set act = 'me'`,
      `update audit set position = position + 100, hash = hash`,
      'delete from audit',
      'truncate audit',
    ];
    for (const attempt of attempts) {
      await expect(sql.raw(attempt).execute(db), attempt).rejects.toThrow(/append-only/);
    }
    expect(await findFirstBad()).toBeNull();
  });
});

describe('the application role', () => {
  it('can only read and add audit rows of its organization', async () => {
    await addSealedRows();
    const { dbOf, close } = appDatabases();
    try {
      const app = dbOf(tenant);
      const entry = { principal: null, organizationId: tenant, action: 'me', subject: {} };
      await writeAudit(app, { ...entry, outcome: 'done' });
      const rows = await app.selectFrom('audit').select('seq').execute();
      expect(rows).toHaveLength(11);
      const attempts = [
        `update audit set act = 'me'`,
        'delete from audit',
        'truncate audit',
        'alter table audit disable trigger all',
        `insert into audit (organization_id, actor_kind, act, outcome, at)
         values ('${tenant}', 'human', 'me', 'done', now() - interval '1 day')`,
        `insert into audit (organization_id, actor_kind, act, outcome, position, hash)
         values ('${tenant}', 'human', 'me', 'done', 99, decode(repeat('ab', 32), 'hex'))`,
      ];
      for (const attempt of attempts) {
        await expect(sql.raw(attempt).execute(app), attempt).rejects.toThrow(
          /permission denied|must be owner/,
        );
      }
    } finally {
      await close();
    }
  });
});

function appDatabases() {
  const databases = openOrganizationDatabases({ url: role.url, logger: silentLogger });
  return {
    dbOf: (organizationId: string) => databases.of(organizationId),
    close: () => databases.destroy(),
  };
}

describe('the chain head file', () => {
  const head = (position: number) => ({
    chain: tenant,
    position,
    hash: 'ab'.repeat(32),
    at: '2026-01-01T00:00:00.000Z',
  });

  it('stays usable after a crash in the middle of a line', async () => {
    const headsFolder = auditFolder(folder);
    await appendHeads(headsFolder, [head(1)]);
    const file = join(headsFolder, 'heads.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"chain":"`);
    expect((await readHeads(headsFolder)).unreadableLines).toBe(0);
    await appendHeads(headsFolder, [head(2)]);
    const { byChain } = await readHeads(headsFolder);
    expect([...(byChain.get(tenant)?.keys() ?? [])]).toEqual([1, 2]);
  });

  it('can contain very many heads, as after a restore', async () => {
    const headsFolder = auditFolder(folder);
    await appendHeads(
      headsFolder,
      Array.from({ length: 150_000 }, (_, index) => head(index + 1)),
    );
    await appendHeads(headsFolder, [head(150_001)]);
    const verified = await verifyAudit(db, folder);
    expect(verified.find(({ chain }) => chain === tenant)?.recordedHead).toBe(150_001);
    expect(readFileSync(join(headsFolder, 'heads.jsonl'), 'utf8').split('\n')).toHaveLength(2);
  });

  it('is rotated when large and keeps the heads of all chains', async () => {
    const headsFolder = auditFolder(folder);
    const headsPerRound = 6_000;
    for (let round = 0; round < 3; round += 1) {
      const start = round * headsPerRound;
      const heads = Array.from({ length: headsPerRound }, (_, index) => head(start + index + 1));
      await appendHeads(headsFolder, heads);
      await appendHeads(headsFolder, [head(start + headsPerRound)]);
    }
    const { byChain } = await readHeads(headsFolder);
    expect(Math.max(...(byChain.get(tenant)?.keys() ?? []))).toBe(18_000);
    expect(readFileSync(join(headsFolder, 'heads-000001.jsonl'), 'utf8').length).toBeGreaterThan(
      1e6,
    );
  });
});
