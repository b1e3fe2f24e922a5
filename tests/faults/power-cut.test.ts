import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '#foundation';
import { openDatabase } from '../../platform/server/database/open-database.ts';
import { scrubStore } from '../../platform/server/files/index.ts';
import { FileSystemStore } from '../../platform/server/store/index.ts';
import { addScan } from '../api/support/records.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { clusterOf, familyOf } from './support/cluster.ts';
import { Ledger } from './support/ledger.ts';
import { LoopDisk } from './support/loop-disk.ts';
import { rounds } from './support/rounds.ts';
import { findLostFiles, startUploads, type UploadTarget } from './support/upload-load.ts';
import { patientProblems, startWrites } from './support/write-load.ts';

// F4: the power fails while users and scanners write; database and files are on the same disk.

const CUTS = rounds(1, 20);
const LOAD_MS = 3_000;

const disk = LoopDisk.create();
let ledgers = '';
let files: Ledger;
let patients: Ledger;
let server: TestServer;
let target: UploadTarget | null = null;

describe.skipIf(disk === null)('a power cut', () => {
  beforeAll(async () => {
    ledgers = mkdtempSync(join(tmpdir(), 'clockface-ledger-'));
    files = new Ledger(join(ledgers, 'files'));
    patients = new Ledger(join(ledgers, 'patients'));
    mkdirSync(dataFolder(), { mode: 0o755 });
    server = await startTestServer({ dataFolder: dataFolder() });
    const token = await server.signIn('OPERATOR');
    target = { server, token, scanId: (await addScan(server, token)).scan.id };
  });
  afterAll(async () => {
    await server?.stop({ keepData: true });
    files.close();
    patients.close();
    await disk?.dispose();
    rmSync(ledgers, { recursive: true, force: true });
  });

  it('loses nothing that was acknowledged, in files, rows or audit', async () => {
    const { scanId } = target!;
    const uploads = startUploads(() => target, files, 2);
    const writes = startWrites(() => target, patients, 3);
    for (let cut = 1; cut <= CUTS; cut++) {
      await sleep(LOAD_MS + Math.random() * 1_000);
      // This file is not synced, so a real power cut loses it; otherwise the test proves nothing.
      writeFileSync(join(disk!.folder, `unsynced-${cut}`), 'x'.repeat(100_000));
      await cutPower();
      server = await startTestServer({ dataFolder: dataFolder() });
      expect(sizeOnDisk(`unsynced-${cut}`)).toBe(0);
      const newTarget = { server, token: await server.signIn('OPERATOR'), scanId };
      expect(await findLostFiles(newTarget, files), `cut ${cut}`).toEqual([]);
      await withDatabase(async (db) => {
        expect(await patientProblems(db, patients), `cut ${cut}`).toEqual([]);
        // Rows that were never acknowledged have correct bytes too, or none.
        const report = await scrubStore(db, store(), silentLogger);
        expect(report).toMatchObject({ missing: 0, corrupt: 0, unreadable: 0 });
        expect(report.checked).toBeGreaterThanOrEqual(files.entries().length);
      });
      const fileCount = files.entries().length;
      const patientCount = patients.entries().length;
      console.log(
        `cut ${cut}: all ${fileCount} files and ${patientCount} patients acknowledged are stored`,
      );
      target = newTarget;
    }
    await uploads.stop();
    await writes.stop();
    expect(files.entries().length).toBeGreaterThan(3 * CUTS);
    expect(patients.entries().length).toBeGreaterThan(3 * CUTS);
  });

  it('is covered by a check that detects a lost file', async () => {
    const { id } = files.entries()[0]!;
    await withDatabase(async (db) => {
      const row = await db
        .selectFrom('scanFile')
        .select('storagePath')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      rmSync(join(dataFolder(), 'files', row.storagePath!));
    });
    expect(await findLostFiles(target!, files)).toEqual([id]);
  });
});

const dataFolder = (): string => join(disk!.folder, 'data');
const store = () => new FileSystemStore(join(dataFolder(), 'files'));

/**
 * Suspends all processes, copies the image of the device, then kills the processes and mounts the
 * copy.
 */
async function cutPower(): Promise<void> {
  const family = familyOf(server.pid);
  signal(family, 'SIGSTOP');
  // From this moment nothing may be acknowledged, because the copied image would lack it.
  target = null;
  disk!.cut();
  signal(family, 'SIGKILL');
  await server.kill();
  await disk!.remount();
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
    }
  }
}

/** Returns 0 for a file that does not exist. */
function sizeOnDisk(name: string): number {
  try {
    return readFileSync(join(disk!.folder, name)).length;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw thrown;
  }
}

async function withDatabase(
  work: (db: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<void> {
  const db = openDatabase({ url: clusterOf(dataFolder()).url, logger: silentLogger });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
