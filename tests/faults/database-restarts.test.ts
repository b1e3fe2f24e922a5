import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, silentLogger } from '#foundation';
import { openDatabase } from '../../platform/server/database/open-database.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { clusterOf, familyOf } from './support/cluster.ts';
import { Ledger } from './support/ledger.ts';
import { rounds } from './support/rounds.ts';
import { patientProblems, startWrites, type WriteTarget } from './support/write-load.ts';

// F16: the database is stopped immediately and restarted. F17: the database stops responding.

const RESTARTS = rounds(4, 50);
const FREEZES = rounds(1, 3);
const FROZEN_MS = rounds(9_000, 30_000);
/** Maximum time until a response reports that the database is down. */
const RESPONSE_LIMIT_MS = 5_000;

let folder = '';
let server: TestServer;
let target: WriteTarget;
let ledger: Ledger;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-restarts-'));
  server = await startTestServer();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  // A new token, because a long previous run may have ended the session.
  target = { server, token: await server.signIn('OPERATOR') };
  ledger = new Ledger(join(folder, newId()));
});

const withDatabase = async <T>(
  query: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> => {
  const db = openDatabase({ url: clusterOf(server.dataFolder).url, logger: silentLogger });
  try {
    return await query(db);
  } finally {
    await db.destroy();
  }
};
const patientErrors = (): Promise<string[]> => withDatabase((db) => patientProblems(db, ledger));

/** Returns the ms until the server reports that it is ready. */
async function waitUntilReady(): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const health = await server.call<{ status: string }>('GET', '/health');
    if (health.body.status === 'ready') return performance.now() - startMs;
    if (performance.now() - startMs > 60_000) throw new Error(`Still ${health.body.status}`);
    await sleep(50);
  }
}

describe('a database that is stopped immediately and restarted', () => {
  it('causes responses of 503 with Retry-After, and a call repeated with its key takes effect once', async () => {
    const load = startWrites(() => target, ledger);
    for (let round = 0; round < RESTARTS; round += 1) {
      const createdBefore = load.created;
      await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(createdBefore + 5);
      await sleep(Math.random() * 200);
      const { postmaster } = clusterOf(server.dataFolder);
      // The signal that `pg_ctl stop -m immediate` sends.
      process.kill(postmaster, 'SIGQUIT');
      await expect
        .poll(() => clusterOf(server.dataFolder).postmaster, { timeout: 30_000 })
        .not.toBe(postmaster)
        .catch(() => undefined);
      expect(await waitUntilReady(), `round ${round}`).toBeLessThan(30_000);
    }
    await load.stop();
    expect(await patientErrors()).toEqual([]);
    expect([...load.rejections.keys()].filter((status) => ![0, 503].includes(status))).toEqual([]);
    expect(load.rejections.get(503)).toBeGreaterThan(0);
    expect(load.withoutRetryAfter).toBe(0);
    // The server process still runs; signal 0 only checks for it.
    expect(process.kill(server.pid, 0)).toBe(true);
  });
});

describe('a database that stops responding', () => {
  it('is reported within seconds, and no call takes effect twice after recovery', async () => {
    for (let round = 0; round < FREEZES; round += 1) {
      const load = startWrites(() => target, ledger);
      await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(5);
      const family = familyOf(clusterOf(server.dataFolder).postmaster);
      for (const pid of family) process.kill(pid, 'SIGSTOP');
      try {
        await sleep(FROZEN_MS);
        const health = await server.call<{ status: string }>('GET', '/health');
        expect(health.body.status).toBe('degraded');
      } finally {
        for (const pid of family.toReversed()) process.kill(pid, 'SIGCONT');
      }
      expect(await waitUntilReady()).toBeLessThan(30_000);
      const createdBefore = load.created;
      await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(createdBefore + 5);
      await load.stop();
      expect(load.slowestMs, 'the slowest response').toBeLessThan(RESPONSE_LIMIT_MS + 1_000);
      expect([...load.rejections.keys()].filter((status) => ![0, 503].includes(status))).toEqual(
        [],
      );
      expect(load.rejections.get(503)).toBeGreaterThan(0);
      expect(load.withoutRetryAfter).toBe(0);
    }
    expect(await patientErrors()).toEqual([]);
  });
});

describe('the check of patients', () => {
  it('detects a lost patient, a duplicate, and a patient without an audit row', async () => {
    const load = startWrites(() => target, ledger);
    await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(5);
    await load.stop();
    expect(await patientErrors()).toEqual([]);
    const [first, second] = ledger.entries();
    await withDatabase(async (db) => {
      await db.deleteFrom('patient').where('id', '=', first!.id).execute();
      await sql`insert into patient (organization_id, id, last_name)
        select organization_id, gen_random_uuid(), last_name from patient
        where id = ${second!.id}`.execute(db);
    });
    const report = (await patientErrors()).join('\n');
    expect(report).toContain(`${first!.id} was acknowledged and is lost or changed`);
    expect(report).toContain(`${first!.id} has an audit entry but is not stored`);
    expect(report).toContain('is stored twice');
    expect(report).toContain('has 0 audit entries');
  });
});
