import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditVerification, Patient, ScanFile } from '#contracts';
import { unwrap } from '#foundation';
import { findBackup, type Manifest } from '../../platform/server/backup/backup-format.ts';
import { addScan, aPatient } from '../api/support/records.ts';
import { BACKUP, RESTORE, runCommand } from '../api/support/run-command.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { type Acknowledged, Ledger } from './support/ledger.ts';
import { rounds } from './support/rounds.ts';
import { findLostFiles, startUploads } from './support/upload-load.ts';

/** Records when each file was acknowledged, to compare with the mark of a backup. */
class TimedLedger extends Ledger {
  readonly times: { readonly atMs: number; readonly entry: Acknowledged }[] = [];
  override acknowledged(entry: Acknowledged): void {
    super.acknowledged(entry);
    this.times.push({ atMs: Date.now(), entry });
  }
}

/** Number of files before the backup. */
const FILES = rounds(5, 1_000);

let folder = '';
let server: TestServer;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-drill-'));
  // The account that runs PostgreSQL needs access to the folder.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = async (path: string): Promise<Manifest> =>
  unwrap(await findBackup(path)).manifest;

/** Creates patients until stopped; `created` has their ids with the time of the response. */
function createPatients(token: string) {
  const created: { atMs: number; id: string }[] = [];
  let stopping = false;
  const run = (async () => {
    for (let n = 0; !stopping; n += 1) {
      const body = aPatient({ lastName: `Drill ${n}` });
      const response = await server.call<Patient>('POST', '/patients', { token, body });
      if (response.status === 200) created.push({ atMs: Date.now(), id: response.body.id });
      await sleep(5);
    }
  })();
  return {
    created,
    async stop() {
      stopping = true;
      await run;
    },
  };
}

describe('a backup under load', () => {
  it('restores everything that was acknowledged before its mark, and nothing else', async () => {
    const dataFolder = join(folder, 'data');
    const backups = join(folder, 'backups');
    server = await startTestServer({ dataFolder: mkdtempSync(join(folder, 'data-')) });
    const token = await server.signIn('OPERATOR');
    const { scan } = await addScan(server, token);
    const ledger = new TimedLedger(join(folder, 'ledger'));
    const target = { server, token, scanId: scan.id };
    const patients = createPatients(token);
    const load = startUploads(() => target, ledger);
    await expect.poll(() => load.stored, { timeout: 300_000 }).toBeGreaterThan(FILES);

    const env = { CLOCKFACE_DATA: server.dataFolder };
    const first = await runCommand(BACKUP, ['--to', backups], env);
    expect(first.code, first.err).toBe(0);
    await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(FILES + 5);
    const second = await runCommand(BACKUP, ['--to', backups], env);
    expect(second.code, second.err).toBe(0);
    const acknowledgedAfter = load.stored;
    await expect.poll(() => load.stored, { timeout: 30_000 }).toBeGreaterThan(acknowledgedAfter);
    await load.stop();
    await patients.stop();
    expect(load.rejections.size, 'rejected calls').toBe(0);

    // From here on, only the backup exists.
    await server.stop();
    rmSync(server.dataFolder, { recursive: true, force: true });
    const manifest = await manifestOf(backups);
    const startMs = performance.now();
    const restored = await runCommand(RESTORE, ['--from', backups, '--into', dataFolder]);
    expect(restored.code, restored.err).toBe(0);
    expect(restored.out).toContain('The audit trail is intact');
    console.log(`restore: ${((performance.now() - startMs) / 1000).toFixed(1)} s`);

    // The restored data equal the backup, table by table and file by file.
    const backupsOfRestored = join(folder, 'again');
    const third = await runCommand(BACKUP, ['--to', backupsOfRestored], {
      CLOCKFACE_DATA: dataFolder,
    });
    expect(third.code, third.err).toBe(0);
    const restoredManifest = await manifestOf(backupsOfRestored);
    // Restore and backup change these tables: they end sessions, release jobs and add audit rows.
    const changed = new Set(['audit', 'job', 'session_token']);
    const tablesOf = ({ tables }: Manifest) =>
      tables.filter(({ name }) => !changed.has(name)).map(({ name, rows }) => ({ name, rows }));
    const contentsOf = ({ tables }: Manifest) =>
      tables.filter(({ name }) => !changed.has(name)).map(({ name, sha256 }) => [name, sha256]);
    expect(tablesOf(restoredManifest)).toEqual(tablesOf(manifest));
    expect(contentsOf(restoredManifest)).toEqual(contentsOf(manifest));
    expect(restoredManifest.files).toEqual(manifest.files);

    chmodSync(dataFolder, 0o755);
    server = await startTestServer({ dataFolder });
    try {
      expect((await server.call('GET', '/accounts/me', { token })).status).toBe(401);
      const operator = await server.signIn('OPERATOR');
      const markMs = Date.parse(manifest.at);
      const acknowledged = new Ledger(join(folder, 'acknowledged'));
      for (const { atMs, entry } of ledger.times)
        if (atMs < markMs) acknowledged.acknowledged(entry);
      expect(acknowledged.entries().length).toBeGreaterThan(5);
      const restoredTarget = { server, token: operator, scanId: scan.id };
      expect(await findLostFiles(restoredTarget, acknowledged)).toEqual([]);
      for (const { atMs, id } of patients.created.filter((patient) => patient.atMs < markMs)) {
        const response = await server.call('GET', `/patients/${id}`, { token: operator });
        expect(response.status, `acknowledged ${markMs - atMs} ms before the mark`).toBe(200);
      }
      expect(patients.created.some(({ atMs }) => atMs < markMs)).toBe(true);
      expect(patients.created.some(({ atMs }) => atMs > markMs)).toBe(true);
      const admin = await server.signIn('ADMIN');
      const verified = await server.call<AuditVerification>('POST', '/audit/actions/verify', {
        token: admin,
      });
      expect(verified.body).toMatchObject({ intact: true });
      expect(verified.body.recordedHead).toBeGreaterThan(0);

      // The check detects a planted loss.
      const [lostFile] = acknowledged.entries();
      const list = await server.call<{ items: ScanFile[] }>('GET', `/scans/${scan.id}/scanfiles`, {
        token: operator,
      });
      const row = list.body.items.find(({ id }) => id === lostFile?.id);
      rmSync(join(dataFolder, 'files', row?.storagePath ?? ''));
      expect(await findLostFiles(restoredTarget, acknowledged)).toEqual([lostFile?.id]);
      acknowledged.close();
    } finally {
      ledger.close();
      await server.stop();
    }
  }, 900_000);
});
