import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '#foundation';
import { openDatabase } from '../../platform/server/database/open-database.ts';
import { startTestServer, type TestServer, tryStart } from '../api/support/start-test-server.ts';
import { clusterOf } from './support/cluster.ts';
import { Ledger } from './support/ledger.ts';
import { rounds } from './support/rounds.ts';
import { patientProblems, startWrites, type WriteTarget } from './support/write-load.ts';

// F18: a second process uses the data folder of a running process, then of a killed process.

const ATTEMPTS = rounds(3, 20);

let folder = '';
let dataFolder = '';
let server: TestServer;
let target: WriteTarget | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-second-ledger-'));
  dataFolder = mkdtempSync(join(tmpdir(), 'clockface-second-'));
  server = await startTestServer({ dataFolder });
  target = { server, token: await server.signIn('OPERATOR') };
});
afterAll(async () => {
  await server?.stop({ keepData: true });
  for (const path of [folder, dataFolder]) rmSync(path, { recursive: true, force: true });
});

describe('a second process on one data folder', () => {
  it('is rejected with the pid of the first process, which continues without loss', async () => {
    const ledger = new Ledger(join(folder, 'patients'));
    const load = startWrites(() => target, ledger);
    await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(5);
    const elapsedMs: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const second = await tryStart({ dataFolder });
      if (!('code' in second)) throw new Error('The second start did not fail');
      expect(second.code).toBe(1);
      expect(second.output).toContain(`process ${server.pid}`);
      elapsedMs.push(second.milliseconds);
    }
    // The limit allows a second for the check and a second for the start of the program.
    expect(Math.min(...elapsedMs)).toBeLessThan(2_000);
    const createdBefore = load.created;
    await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(createdBefore + 5);

    target = null;
    await server.kill();
    // The killed process left its lock; the next process takes over.
    server = await startTestServer({ dataFolder });
    target = { server, token: await server.signIn('OPERATOR') };
    const createdAtKill = load.created;
    await expect.poll(() => load.created, { timeout: 30_000 }).toBeGreaterThan(createdAtKill + 5);
    await load.stop();
    expect([...load.rejections.keys()].filter((status) => status !== 0)).toEqual([]);
    const db = openDatabase({ url: clusterOf(dataFolder).url, logger: silentLogger });
    expect(await patientProblems(db, ledger)).toEqual([]);
    await db.destroy();
    ledger.close();
  });
});
