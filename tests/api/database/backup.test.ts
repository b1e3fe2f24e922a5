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
import { newId, type Result, silentLogger, unwrap } from '#foundation';
import { findBackup, MANIFEST, OBJECTS } from '../../../platform/server/backup/backup-format.ts';
import { createBackup } from '../../../platform/server/backup/create-backup.ts';
import { noProgress } from '../../../platform/server/backup/progress.ts';
import { restoreBackup } from '../../../platform/server/backup/restore-backup.ts';
import { verifyBackup } from '../../../platform/server/backup/verify-backup.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { addScan, aFinding, PNG } from '../support/records.ts';
import { ADMIN, BACKUP, RESTORE, runCommand, startCommand } from '../support/run-command.ts';
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
 * Restores in this process, which is faster than the command that the restore drill uses.
 * @returns the error text, empty on success
 */
async function restore(from: string, into: string): Promise<{ err: string }> {
  const options = { store: join(into, 'files'), databaseUrl: null, progress: noProgress };
  const restored = await restoreBackup({ from, into, ...options, logger: silentLogger });
  return { err: errorText(restored) };
}

/** Verifies the newest backup in this process; returns the error text. */
async function verify(): Promise<{ err: string }> {
  return { err: errorText(await verifyBackup(unwrap(await findBackup(backups)), noProgress)) };
}

const errorText = (result: Result<unknown>): string =>
  result.ok ? '' : `${result.problem.code} ${result.problem.detail}`;

/** Adds a file with this content to the scan. */
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
/** Stored contents of all backups. */
const objects = () => filesBelow(join(backups, OBJECTS));
/** Returns the path of the object with this content. */
const objectOf = (content: string): string => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return objects().find((path) => path.endsWith(sha256)) ?? '';
};
function damageLastByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
const backupNames = () => readdirSync(join(backups, 'backups')).sort();
const newestBackup = () => {
  const completed = backupNames().filter((name) => !name.endsWith('.unfinished'));
  return join(backups, 'backups', completed.at(-1) ?? '');
};

/** Runs a statement at a database; returns its rows. */
async function queryAt(databaseUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('npm run backup', () => {
  it('requires a target, and rejects a folder with nothing to back up', async () => {
    expect((await runCommand(BACKUP, [])).err).toContain('--to');
    const empty = join(folder, 'nothing');
    const done = await runCommand(BACKUP, ['--to', backups], { CLOCKFACE_DATA: empty });
    expect(done.code).toBe(1);
    expect(done.err).toContain('DATA_FOLDER_EMPTY');
    expect(existsSync(empty)).toBe(false);
  });

  it('copies each content once, across repeated backups and several files', async () => {
    const objectCount = objects().length;
    expect((await backUp()).out).toContain('of which 0 (0 bytes) were new');
    expect(objects()).toHaveLength(objectCount);
    await addFile('B'.repeat(1000));
    await addFile('B'.repeat(1000));
    expect((await backUp()).out).toContain('of which 1 (1.0 kB) were new');
    expect(objects()).toHaveLength(objectCount + 1);
  });

  it('includes the thumbnails of findings', async () => {
    const reader = await server.signIn('PHYSICIAN');
    const body = { ...aFinding(scanId), thumbnailBase64: PNG };
    const created = await server.call('POST', '/findings', { token: reader, body });
    expect(created.status).toBe(200);
    expect((await backUp()).out).toContain('of which 1 (');
    const bytes = Buffer.from(PNG, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const copy = objects().find((path) => path.endsWith(sha256)) ?? '';
    expect(readFileSync(copy)).toEqual(bytes);
  });

  it('writes a damaged file of an earlier backup again from the store, which repairs both backups', async () => {
    const earlier = newestBackup();
    const path = objectOf('A'.repeat(1000));
    const bytes = readFileSync(path);
    damageLastByte(path);
    expect((await verify()).err).toContain('BACKUP_DAMAGED');
    const done = await backUp();
    expect(done.out).toContain('Damaged files of earlier backups, rewritten from the store: 1');
    expect(done.out).toContain('of which 0 (0 bytes) were new');
    expect(readFileSync(path)).toEqual(bytes);
    expect((await verify()).err).toBe('');
    expect(unwrap(await verifyBackup(unwrap(await findBackup(earlier)), noProgress))).toBe(
      undefined,
    );
  });

  it('creates files that other users of the machine can’t read, and names no patient in the manifest', () => {
    for (const path of filesBelow(backups)) expect(statSync(path).mode & 0o077, path).toBe(0);
    // `addScan` creates a patient with the last name Example.
    expect(readFileSync(join(newestBackup(), MANIFEST), 'utf8')).not.toContain('Example');
  });

  it('continues after a backup with a damaged list, and names that backup', async () => {
    const list = join(newestBackup(), 'files.jsonl.gz');
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
    const completed = backupNames();
    const { child, ended } = startCommand(BACKUP, ['--to', backups], {
      CLOCKFACE_DATA: server.dataFolder,
    });
    await expect
      .poll(() => backupNames().some((name) => name.endsWith('.unfinished')), {
        timeout: 10_000,
        interval: 1,
      })
      .toBe(true);
    child.kill('SIGINT');
    const done = await ended;
    const [newName] = backupNames().filter((name) => !completed.includes(name));
    // On a fast machine the backup may complete before the interrupt; the folder is then not
    // marked.
    expect(newName?.endsWith('.unfinished')).toBe(done.code === 130);
    if (done.code !== 130) return;
    expect(done.err).toContain('.unfinished');
    const rejected = await restore(join(backups, 'backups', newName ?? ''), join(folder, 'half'));
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
    const manifest = join(newestBackup(), MANIFEST);
    const text = readFileSync(manifest, 'utf8');
    const newer = JSON.parse(text);
    newer.migrations.push({ name: '9999-from-the-future', content: 'ab' });
    writeFileSync(manifest, JSON.stringify(newer));
    const done = await restore(backups, join(folder, 'newer'));
    writeFileSync(manifest, text);
    expect(done.err).toContain('SCHEMA_NEWER');
    expect(done.err).toContain('9999-from-the-future');
  });

  it('detects a changed or missing table before creating anything', async () => {
    const into = join(folder, 'rotten');
    const heads = join(newestBackup(), 'audit-heads.jsonl');
    for (const path of [join(newestBackup(), 'patient.copy.gz'), heads]) {
      const bytes = readFileSync(path);
      damageLastByte(path);
      const checked = await verify();
      const withDamage = await restore(backups, into);
      rmSync(path);
      const withoutFile = await restore(backups, into);
      writeFileSync(path, bytes);
      for (const { err } of [checked, withDamage, withoutFile]) {
        expect(err).toContain('BACKUP_DAMAGED');
      }
      expect(existsSync(into)).toBe(false);
    }
    expect((await runCommand(BACKUP, ['--verify', backups])).code).toBe(0);
  });

  it('restores what is intact, and names and quarantines each damaged file', async () => {
    const into = mkdtempSync(join(folder, 'without-'));
    const path = objectOf('A'.repeat(1000));
    const bytes = readFileSync(path);
    damageLastByte(path);
    const checked = await verify();
    const options = { store: join(into, 'files'), databaseUrl: null, progress: noProgress };
    const done = await restoreBackup({ from: backups, into, ...options, logger: silentLogger });
    const command = await runCommand(RESTORE, [
      ...['--from', backups],
      ...['--into', join(folder, 'without-by-command')],
    ]);
    writeFileSync(path, bytes);
    const { lostFiles, manifest, chains } = unwrap(done);
    expect(lostFiles).toMatchObject([{ record: `SEGMENT_MASK of scan ${scanId}` }]);
    const [lost] = lostFiles;
    expect(checked.err).toContain(`BACKUP_DAMAGED ${lost?.key}`);
    expect(filesBelow(options.store)).toHaveLength(manifest.files.count - 1);
    expect(existsSync(join(options.store, lost?.key ?? ''))).toBe(false);
    expect(chains.every(({ firstBad }) => firstBad === null)).toBe(true);
    expect(command.code, command.err).toBe(0);
    expect(command.out).toContain('WARNING: 1 files are damaged in the backup and were left out');
    expect(command.out).toContain(`${lost?.key} (SEGMENT_MASK of scan ${scanId})`);
    const postgres = unwrap(await EmbeddedPostgres.start(into, silentLogger));
    const rows = await queryAt(
      postgres.url,
      'select storage_path from scan_file where quarantined_at is not null',
    );
    await postgres.stop();
    expect(rows).toEqual([{ storage_path: lost?.key }]);
  });

  it('leaves out a file whose object disappears after the check', async () => {
    const into = mkdtempSync(join(folder, 'vanished-'));
    const path = objectOf('A'.repeat(1000));
    const bytes = readFileSync(path);
    const progress = {
      ...noProgress,
      report: (phase: string) => {
        if (phase === 'Files') rmSync(path, { force: true });
      },
    };
    const options = { store: join(into, 'files'), databaseUrl: null, progress };
    const done = await restoreBackup({ from: backups, into, ...options, logger: silentLogger });
    writeFileSync(path, bytes);
    const { lostFiles, manifest } = unwrap(done);
    expect(lostFiles).toMatchObject([{ record: `SEGMENT_MASK of scan ${scanId}` }]);
    expect(filesBelow(options.store)).toHaveLength(manifest.files.count - 1);
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
      const createDatabase = async (name: string): Promise<string> => {
        await admin.query(`create database ${name} owner clinic`);
        const url = new URL(postgres.url);
        Object.assign(url, { username: 'clinic', password: 'of-the-site', pathname: `/${name}` });
        return url.href;
      };
      const restoreTo = (databaseUrl: string, folderName: string, from = backups) => {
        const into = join(folder, folderName);
        const options = { store: join(into, 'files'), databaseUrl, logger: silentLogger };
        return restoreBackup({ from, into, progress: noProgress, ...options });
      };

      const externalUrl = await createDatabase('clinic');
      const { chains, manifest } = unwrap(await restoreTo(externalUrl, 'first'));
      expect(chains.length).toBeGreaterThan(0);
      expect(chains.every(({ firstBad }) => firstBad === null)).toBe(true);
      expect(filesBelow(join(folder, 'first/files'))).toHaveLength(manifest.files.count);

      // A table of another program does not prevent a backup of the restored database.
      await queryAt(externalUrl, 'create table of_another_program as select 1 as room');
      const movedBackups = join(folder, 'moved');
      const dataFolder = join(folder, 'first');
      const created = await createBackup({
        databaseUrl: externalUrl,
        dataFolder,
        store: join(dataFolder, 'files'),
        to: movedBackups,
        progress: noProgress,
      });
      unwrap(created);
      const moved = await restoreTo(await createDatabase('moved'), 'second', movedBackups);
      expect(unwrap(moved).chains.length).toBe(chains.length);

      expect(errorText(await restoreTo(externalUrl, 'third'))).toContain('RESTORE_NOT_EMPTY');
      const sharedUrl = await createDatabase('shared');
      await queryAt(sharedUrl, 'create table booking as select 1 as room');
      expect(errorText(await restoreTo(sharedUrl, 'fourth'))).toContain('RESTORE_NOT_EMPTY');
      expect(await queryAt(sharedUrl, 'select room from booking')).toEqual([{ room: 1 }]);
    } finally {
      await admin.end();
      await postgres.stop();
    }
  });

  it('interrupted halfway leaves a folder that the server, the backup and the admin commands reject', async () => {
    const into = mkdtempSync(join(folder, 'stopped-'));
    writeFileSync(join(into, 'restore-unfinished'), 'x');
    const started = (await tryStart({ dataFolder: into })) as FailedStart;
    expect(started.code).toBe(1);
    expect(started.output).toContain('RESTORE_UNFINISHED');
    // Without the error, a nightly backup of this folder would become the newest backup, and empty.
    for (const [command, args] of [
      [BACKUP, ['--to', join(folder, 'unfinished')]],
      [ADMIN, ['list-accounts']],
    ] as const) {
      const done = await runCommand(command, [...args], { CLOCKFACE_DATA: into });
      expect(done.code).toBe(1);
      expect(done.err).toContain('The restore of this data folder is incomplete');
    }
    expect(readdirSync(into)).not.toContain('postgres');
  });
});
