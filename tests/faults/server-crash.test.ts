import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { silentLogger } from '#foundation';
import { openDatabase } from '../../platform/server/database/open-database.ts';
import { purgeStore } from '../../platform/server/files/purge-store.ts';
import { FileSystemStore } from '../../platform/server/store/index.ts';
import { addScan } from '../api/support/records.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { clusterOf } from './support/cluster.ts';
import { Ledger } from './support/ledger.ts';
import { rounds } from './support/rounds.ts';
import { findLostFiles, startUploads, type UploadTarget } from './support/upload-load.ts';
import { patientProblems, startWrites } from './support/write-load.ts';

// F1: the server is killed at any time; every fourth round stops the server regularly.

const ROUNDS = rounds(6, 200);
const DATABASE_ROUNDS = rounds(2, 20);
/** Maximum recovery time on a busy machine. */
const READY_WITHIN_MS = 30_000;

let folder = '';
let ledger: Ledger;
let patients: Ledger;
let server: TestServer;
let target: UploadTarget | null = null;

beforeAll(async () => {
  // The ledgers are stored outside the data folder that the test damages.
  folder = mkdtempSync(join(tmpdir(), 'clockface-ledger-'));
  ledger = new Ledger(join(folder, 'files'));
  patients = new Ledger(join(folder, 'patients'));
  server = await startTestServer({ dataFolder: mkdtempSync(join(tmpdir(), 'clockface-crash-')) });
  const token = await server.signIn('OPERATOR');
  target = { server, token, scanId: (await addScan(server, token)).scan.id };
});
afterAll(async () => {
  await server.stop({ keepData: true });
  ledger.close();
  patients.close();
  rmSync(server.dataFolder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

async function restartServer(scanId: string): Promise<UploadTarget> {
  const startMs = performance.now();
  server = await startTestServer({ dataFolder: server.dataFolder });
  expect(performance.now() - startMs, 'ready again').toBeLessThan(READY_WITHIN_MS);
  return { server, token: await server.signIn('OPERATOR'), scanId };
}

async function withDatabase<T>(
  query: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ url: clusterOf(server.dataFolder).url, logger: silentLogger });
  try {
    return await query(db);
  } finally {
    await db.destroy();
  }
}

/** Returns the names of all files in the store; temporary files end in .part. */
async function filesInStore(): Promise<string[]> {
  const entries = await readdir(join(server.dataFolder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/**
 * Purges files without a row, then returns how many more files than rows there are; 0 when each row
 * has one file.
 */
async function countOrphans(): Promise<number> {
  const store = new FileSystemStore(join(server.dataFolder, 'files'));
  await withDatabase((db) => purgeStore(db, store, silentLogger, -1_000));
  const rows = await withDatabase((db) =>
    db.selectFrom('scanFile').select('id').where('storagePath', 'is not', null).execute(),
  );
  const stored = (await filesInStore()).filter((name) => !name.endsWith('.part'));
  return stored.length - rows.length;
}

describe('a server that is killed while users and scanners write', () => {
  it('has everything that was acknowledged after each restart, once, and nothing else', async () => {
    const { scanId } = target!;
    let checkedEntries = 0;
    const uploads = startUploads(() => target, ledger, 2);
    const writes = startWrites(() => target, patients, 3);
    for (let round = 1; round <= ROUNDS; round++) {
      const { stored } = uploads;
      const { created } = writes;
      // Both kinds in each round, however slow one of them is on a busy machine.
      await expect
        .poll(() => Math.min(uploads.stored - stored, writes.created - created), {
          timeout: 30_000,
        })
        .toBeGreaterThan(1);
      await sleep(Math.random() * 300);
      if (round % 4 !== 0) await server.kill();
      else expect(await server.stop({ keepData: true }), `round ${round}`).toBe(0);
      // Pauses the load during the check.
      target = null;
      const newTarget = await restartServer(scanId);
      expect(await findLostFiles(newTarget, ledger, checkedEntries), `round ${round}`).toEqual([]);
      checkedEntries = ledger.entries().length;
      expect(await withDatabase((db) => patientProblems(db, patients)), `round ${round}`).toEqual(
        [],
      );
      target = newTarget;
    }
    await uploads.stop();
    await writes.stop();
    expect(ledger.entries().length).toBeGreaterThan(ROUNDS);
    expect(patients.entries().length).toBeGreaterThan(ROUNDS);
    expect(await findLostFiles(target!, ledger)).toEqual([]);
    await expectListed(scanId);
    expect(await countOrphans()).toBe(0);
  });
});

/** Checks that the list contains every acknowledged file, and no file twice. */
async function expectListed(scanId: string): Promise<void> {
  const listed: string[] = [];
  let cursor = '';
  do {
    const { body } = await server.call<{ items: ScanFile[]; nextCursor: string | null }>(
      'GET',
      `/scans/${scanId}/scanfiles${cursor}`,
      { token: target!.token },
    );
    listed.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor === null ? '' : `?cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(expect.arrayContaining(ledger.entries().map(({ id }) => id)));
}

describe('a database that is killed while files arrive', () => {
  it('is reported as unavailable, recovers automatically, and loses nothing', async () => {
    const load = startUploads(() => target, ledger);
    for (let round = 1; round <= DATABASE_ROUNDS; round++) {
      const before = load.stored;
      await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      process.kill(clusterOf(server.dataFolder).postmaster, 'SIGKILL');
      const storedAtKill = load.stored;
      await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(storedAtKill + 4);
    }
    await load.stop();
    expect(await findLostFiles(target!, ledger)).toEqual([]);
    // Clients are asked to retry, and never told that their file is invalid.
    const statuses = [...load.rejections.keys()].filter((status) => status !== 0);
    expect(statuses).toEqual([503]);
  });
});

describe('the check of losses', () => {
  it('detects a file that was removed from the store directly', async () => {
    expect(await findLostFiles(target!, ledger)).toEqual([]);
    const [removedFile] = ledger.entries();
    const list = await server.call<{ items: ScanFile[] }>(
      'GET',
      `/scans/${target!.scanId}/scanfiles`,
      { token: target!.token },
    );
    const row = list.body.items.find(({ id }) => id === removedFile?.id);
    rmSync(join(server.dataFolder, 'files', row!.storagePath!));
    expect(await findLostFiles(target!, ledger)).toEqual([removedFile?.id]);
  });
});
