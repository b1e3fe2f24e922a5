import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { addScan } from '../api/support/records.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { Ledger } from './support/ledger.ts';
import { lostFiles, startUploads, type UploadTarget } from './support/upload-load.ts';

/** Rounds of each fault; the long runs are the same with more. */
const ROUNDS = 3;

let folder = '';
let ledger: Ledger;
let server: TestServer;
let target: UploadTarget | null = null;

beforeAll(async () => {
  // The ledger lies outside of what is hurt.
  folder = mkdtempSync(join(tmpdir(), 'clockface-ledger-'));
  ledger = new Ledger(join(folder, 'ledger'));
  server = await startTestServer({ dataFolder: mkdtempSync(join(tmpdir(), 'clockface-death-')) });
  const token = await server.signIn('OPERATOR');
  target = { server, token, scanId: (await addScan(server, token)).scan.id };
});
afterAll(async () => {
  await server.stop({ keepData: true });
  ledger.close();
  rmSync(server.dataFolder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

async function startAgain(scanId: string): Promise<UploadTarget> {
  server = await startTestServer({ dataFolder: server.dataFolder });
  target = { server, token: await server.signIn('OPERATOR'), scanId };
  return target;
}

/** Files in the store by name; temporary ones end in .part. */
async function filesInStore(): Promise<string[]> {
  const entries = await readdir(join(server.dataFolder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('the server killed while files arrive', () => {
  it('has every file it acknowledged, whole, after each restart', async () => {
    const { scanId } = target!;
    const load = startUploads(() => target, ledger);
    for (let round = 1; round <= ROUNDS; round++) {
      const before = load.stored;
      await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      await sleep(Math.random() * 300);
      target = null;
      await server.kill();
      const again = await startAgain(scanId);
      expect(await lostFiles(again, ledger), `round ${round}`).toEqual([]);
    }
    await load.stop();
    expect(ledger.entries().length).toBeGreaterThan(2 * ROUNDS);
    // No list shows a file without its bytes, and none is there twice.
    const list = await server.call<{ items: ScanFile[] }>('GET', `/scans/${scanId}/scanfiles`, {
      token: target!.token,
    });
    const listed = list.body.items.map(({ id }) => id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(ledger.entries().map(({ id }) => id)));
    const stored = (await filesInStore()).filter((name) => !name.endsWith('.part'));
    // What is in the store beyond the rows are writes that died before their row.
    expect(stored.length - listed.length).toBeLessThanOrEqual(ROUNDS * 3);
  });
});

describe('the database killed while files arrive', () => {
  const postmaster = (): number =>
    Number(
      readFileSync(join(server.dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split(
        '\n',
      )[0],
    );

  it('says that it is away, comes back by itself, and has lost nothing', async () => {
    const load = startUploads(() => target, ledger);
    for (let round = 1; round <= ROUNDS; round++) {
      const before = load.stored;
      await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      process.kill(postmaster(), 'SIGKILL');
      const killed = load.stored;
      await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(killed + 4);
    }
    await load.stop();
    expect(await lostFiles(target!, ledger)).toEqual([]);
    // People are told to come back, never that their file is wrong.
    const statuses = [...load.refusals.keys()].filter((status) => status !== 0);
    expect(statuses.every((status) => status === 503)).toBe(true);
  });
});

describe('the check of losses', () => {
  it('finds a file that was taken away behind the back of the server', async () => {
    expect(await lostFiles(target!, ledger)).toEqual([]);
    const [victim] = ledger.entries();
    const list = await server.call<{ items: ScanFile[] }>(
      'GET',
      `/scans/${target!.scanId}/scanfiles`,
      { token: target!.token },
    );
    const row = list.body.items.find(({ id }) => id === victim?.id);
    rmSync(join(server.dataFolder, 'files', row!.storagePath!));
    expect(await lostFiles(target!, ledger)).toEqual([victim?.id]);
  });
});
