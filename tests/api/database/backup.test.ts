import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { newId, silentLogger, unwrap } from '#foundation';
import { findBackup, MANIFEST, OBJECTS } from '../../../platform/server/backup/backup-format.ts';
import { createBackup } from '../../../platform/server/backup/create-backup.ts';
import { noProgress } from '../../../platform/server/backup/progress.ts';
import { restoreBackup } from '../../../platform/server/backup/restore-backup.ts';
import { verifyBackup } from '../../../platform/server/backup/verify-backup.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { addScan } from '../support/records.ts';
import { ADMIN, BACKUP, runCommand, startCommand } from '../support/run-command.ts';
import {
  type FailedStart,
  startTestServer,
  type TestServer,
  tryStart,
} from '../support/start-test-server.ts';

let folder = '';
let backups = '';
let server: TestServer;
let token = '';
let scanId = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-backup-'));
  backups = join(folder, 'backups');
  server = await startTestServer();
  token = await server.signIn('OPERATOR');
  scanId = (await addScan(server, token)).scan.id;
  await addFile('A'.repeat(1000));
  expect((await backUp()).code).toBe(0);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (to = backups) =>
  runCommand(BACKUP, ['--to', to], { CLOCKFACE_DATA: server.dataFolder });

/**
 * Restores in this process, which is faster; the drill uses the command.
 * @returns the error text
 */
async function restore(from: string, into: string): Promise<{ err: string }> {
  const options = { store: join(into, 'files'), databaseUrl: null, progress: noProgress };
  const done = await restoreBackup({ from, into, ...options, logger: silentLogger });
  return { err: done.ok ? '' : `${done.problem.code} ${done.problem.detail}` };
}

async function verify(): Promise<{ err: string }> {
  const done = await verifyBackup(unwrap(await findBackup(backups)), noProgress);
  return { err: done.ok ? '' : `${done.problem.code} ${done.problem.detail}` };
}

async function addFile(content: string): Promise<ScanFile> {
  const id = newId();
  const fields = { id, scanId, fileCategory: 'SEGMENT_MASK' };
  const body = { ...fields, fileName: `${id}.bin`, fileExtension: 'bin' };
  expect((await server.call('POST', '/scanfiles', { token, body })).status).toBe(200);
  const form = new FormData();
  form.append('data', new Blob([content]), 'file');
  const response = await fetch(`${server.url}/api/scanfiles/${id}/content`, {
    method: 'PUT',
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ScanFile;
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
const objects = () => filesBelow(join(backups, OBJECTS));
const names = () => readdirSync(join(backups, 'backups')).sort();
const newest = () => {
  const completed = names().filter((name) => !name.endsWith('.unfinished'));
  return join(backups, 'backups', completed.at(-1) ?? '');
};

describe('npm run backup', () => {
  it('requires a target, and rejects a folder with nothing to back up', async () => {
    expect((await runCommand(BACKUP, [])).err).toContain('--to');
    const empty = join(folder, 'nothing');
    const done = await runCommand(BACKUP, ['--to', backups], { CLOCKFACE_DATA: empty });
    expect(done.code).toBe(1);
    expect(done.err).toContain('DATA_FOLDER_EMPTY');
    expect(existsSync(empty)).toBe(false);
  });

  it('copies a file once, across repeated backups and several names', async () => {
    const before = objects().length;
    expect((await backUp()).out).toContain('of which 0 (0 bytes) were new');
    expect(objects()).toHaveLength(before);
    await addFile('B'.repeat(1000));
    await addFile('B'.repeat(1000));
    expect((await backUp()).out).toContain('of which 1 (1.0 kB) were new');
    expect(objects()).toHaveLength(before + 1);
  });

  it('creates files that other users of the machine can’t read', () => {
    for (const path of filesBelow(backups)) expect(statSync(path).mode & 0o077, path).toBe(0);
    expect(readFileSync(join(newest(), MANIFEST), 'utf8')).not.toContain('Example');
  });

  it('continues after a backup with a damaged list, and names that backup', async () => {
    const list = join(newest(), 'files.jsonl.gz');
    const bytes = readFileSync(list);
    writeFileSync(list, 'not a list');
    const done = await backUp();
    expect(done.code, done.err).toBe(0);
    expect(done.err).toContain('its list of files cannot be read');
    writeFileSync(list, bytes);
  });

  it('reports a referenced file that the store has lost or damaged', async () => {
    const { storagePath } = await addFile('C'.repeat(500));
    const path = join(server.dataFolder, 'files', storagePath ?? '');
    const bytes = readFileSync(path);
    writeFileSync(path, 'D'.repeat(500));
    expect((await backUp()).out).toContain(`Missing or damaged in the store: ${storagePath}`);
    rmSync(path);
    expect((await backUp()).out).toContain(`Missing or damaged in the store: ${storagePath}`);
    writeFileSync(path, bytes);
    expect((await backUp()).out).not.toContain('Missing');
  });

  it('leaves a backup marked as unfinished when interrupted', async () => {
    const completed = names();
    const { child, ended } = startCommand(BACKUP, ['--to', backups], {
      CLOCKFACE_DATA: server.dataFolder,
    });
    await expect
      .poll(() => names().some((name) => name.endsWith('.unfinished')), {
        timeout: 10_000,
        interval: 1,
      })
      .toBe(true);
    child.kill('SIGINT');
    const done = await ended;
    const [half] = names().filter((name) => !completed.includes(name));
    // On a fast machine the backup may complete before the interrupt; the folder is then not
    // marked.
    expect(half?.endsWith('.unfinished')).toBe(done.code === 130);
    if (done.code !== 130) return;
    expect(done.err).toContain('.unfinished');
    const rejected = await restore(join(backups, 'backups', half ?? ''), join(folder, 'half'));
    expect(rejected.err).toContain('BACKUP_UNFINISHED');
    expect(existsSync(join(folder, 'half'))).toBe(false);
  });
});

describe('npm run restore', () => {
  it('rejects a folder that is not a backup, and a target that is not empty', async () => {
    expect((await restore(folder, join(folder, 'no'))).err).toContain('BACKUP_MISSING');
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'letter.txt'), 'mine');
    expect((await restore(backups, full)).err).toContain('RESTORE_NOT_EMPTY');
    expect(readdirSync(full)).toEqual(['letter.txt']);
  });

  it('rejects a backup of a newer version and names its migration', async () => {
    const manifest = join(newest(), MANIFEST);
    const text = readFileSync(manifest, 'utf8');
    const newer = JSON.parse(text);
    newer.migrations.push({ name: '9999-from-the-future', content: 'ab' });
    writeFileSync(manifest, JSON.stringify(newer));
    const done = await restore(backups, join(folder, 'newer'));
    writeFileSync(manifest, text);
    expect(done.err).toContain('SCHEMA_NEWER');
    expect(done.err).toContain('9999-from-the-future');
  });

  it('detects a changed byte in the backup before creating anything', async () => {
    const into = join(folder, 'rotten');
    const sha256 = createHash('sha256').update('A'.repeat(1000)).digest('hex');
    const object = objects().find((path) => path.endsWith(sha256)) ?? '';
    const heads = join(newest(), 'audit-heads.jsonl');
    for (const path of [object, join(newest(), 'patient.copy.gz'), heads]) {
      const bytes = readFileSync(path);
      const damaged = Buffer.from(bytes);
      damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
      writeFileSync(path, damaged);
      const checked = await verify();
      const done = await restore(backups, into);
      rmSync(path);
      const restored = await restore(backups, into);
      writeFileSync(path, bytes);
      for (const one of [checked, done, restored]) expect(one.err).toContain('BACKUP_DAMAGED');
      expect(existsSync(into)).toBe(false);
    }
    expect((await runCommand(BACKUP, ['--verify', backups])).code).toBe(0);
  });

  it('fills an empty external database whose owner is no superuser, and rejects any other', async () => {
    const siteFolder = mkdtempSync(join(folder, 'site-'));
    chmodSync(folder, 0o755);
    chmodSync(siteFolder, 0o755);
    const postgres = unwrap(await EmbeddedPostgres.start(siteFolder, silentLogger));
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    try {
      await admin.query(`create role clinic login createrole password 'of-the-site'`);
      await admin.query('create database clinic owner clinic');
      const url = new URL(postgres.url);
      Object.assign(url, { username: 'clinic', password: 'of-the-site', pathname: '/clinic' });
      const into = (name: string, from = backups) => {
        const at = join(folder, name);
        const options = { store: join(at, 'files'), databaseUrl: url.href, logger: silentLogger };
        return restoreBackup({ from, into: at, progress: noProgress, ...options });
      };
      const { chains, manifest } = unwrap(await into('first'));
      expect(chains.length).toBeGreaterThan(0);
      expect(chains.every(({ firstBad }) => firstBad === null)).toBe(true);
      expect(filesBelow(join(folder, 'first/files'))).toHaveLength(manifest.files.count);
      await admin.query('create database moved owner clinic');
      const owner = new pg.Client({ connectionString: url.href });
      await owner.connect();
      await owner.query('create table of_another_program as select 1 as room');
      await owner.end();
      const moved = join(folder, 'moved');
      const dataFolder = join(folder, 'first');
      const store = join(dataFolder, 'files');
      const [databaseUrl, progress] = [url.href, noProgress];
      unwrap(await createBackup({ databaseUrl, dataFolder, store, to: moved, progress }));
      url.pathname = '/moved';
      expect(unwrap(await into('fourth', moved)).chains.length).toBe(chains.length);
      url.pathname = '/clinic';
      const again = await into('second');
      expect(again.ok ? '' : again.problem.code).toBe('RESTORE_NOT_EMPTY');
      await admin.query('create database shared owner clinic');
      url.pathname = '/shared';
      const shared = new pg.Client({ connectionString: url.href });
      await shared.connect();
      await shared.query('create table booking as select 1 as room');
      const third = await into('third');
      expect(third.ok ? '' : third.problem.code).toBe('RESTORE_NOT_EMPTY');
      const { rows } = await shared.query('select room from booking');
      await shared.end();
      expect(rows).toEqual([{ room: 1 }]);
    } finally {
      await admin.end();
      await postgres.stop();
    }
  });

  it('interrupted halfway leaves a folder that the server, backup and restore reject', async () => {
    const into = mkdtempSync(join(folder, 'stopped-'));
    writeFileSync(join(into, 'restore-unfinished'), 'x');
    const started = (await tryStart({ dataFolder: into })) as FailedStart;
    expect(started.code).toBe(1);
    expect(started.output).toContain('RESTORE_UNFINISHED');
    // Otherwise a nightly backup of this folder would be the newest backup, and empty.
    for (const [command, args] of [
      [BACKUP, ['--to', join(folder, 'of-a-half')]],
      [ADMIN, ['list-accounts']],
    ] as const) {
      const done = await runCommand(command, [...args], { CLOCKFACE_DATA: into });
      expect(done.code).toBe(1);
      expect(done.err).toContain('The restore of this data folder is incomplete');
    }
    expect(readdirSync(into)).not.toContain('postgres');
  });
});
