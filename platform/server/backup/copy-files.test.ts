import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACKUPS, FILE_LIST, type FileEntry, objectPath } from './backup-format.ts';
import { copyFiles, listedFiles } from './copy-files.ts';
import { noProgress } from './progress.ts';

const KEY = 'volume3d/3f/3f1c8b1e-0000-4000-8000-000000000001';
let folder = '';
let store = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-copy-files-'));
  store = join(folder, 'store');
  root = join(folder, 'backup');
  mkdirSync(dirname(join(store, KEY)), { recursive: true });
  mkdirSync(join(root, 'objects'), { recursive: true });
  writeFileSync(join(store, KEY), 'the bytes');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copy = () => copyFiles(store, root, noProgress);
const objectOf = ({ sha256 }: FileEntry) => objectPath(root, sha256);

/** Copies the file and lists it in a complete backup, so that the next copy does not read it. */
async function listInBackup(): Promise<FileEntry> {
  const [entry] = (await copy()).entries;
  if (entry === undefined) throw new Error('No file was copied');
  const backup = join(root, BACKUPS, '2026-01-01T00-00-00.000Z');
  mkdirSync(backup, { recursive: true });
  writeFileSync(join(backup, FILE_LIST), gzipSync(`${JSON.stringify(entry)}\n`));
  return entry;
}

describe('copyFiles', () => {
  it('reuses an intact object', async () => {
    const entry = await listInBackup();
    const again = await copy();
    expect(again).toMatchObject({ entries: [entry], copied: 0, rewritten: 0 });
  });

  it.each([
    ['other bytes of the same size', (path: string) => writeFileSync(path, 'bad bytes')],
    ['fewer bytes', (path: string) => writeFileSync(path, 'the')],
    ['no bytes left', (path: string) => rmSync(path)],
    [
      'a folder in its place',
      (path: string) => {
        rmSync(path);
        mkdirSync(join(path, 'lost'), { recursive: true });
      },
    ],
    [
      'a link in its place',
      (path: string) => {
        rmSync(path);
        symlinkSync(join(store, 'nothing'), path);
      },
    ],
  ])('writes an object with %s again from the store', async (_what, damage) => {
    const entry = await listInBackup();
    damage(objectOf(entry));
    expect(await copy()).toMatchObject({ entries: [entry], copied: 0, rewritten: 1 });
    expect(readFileSync(objectOf(entry), 'utf8')).toBe('the bytes');
  });

  it('writes a damaged object again for another file with the same content', async () => {
    const entry = await listInBackup();
    writeFileSync(objectOf(entry), 'bad bytes');
    rmSync(join(store, KEY));
    const copyKey = KEY.replace(/1$/, '2');
    writeFileSync(join(store, copyKey), 'the bytes');
    const copied = await copy();
    expect(copied.entries).toMatchObject([{ key: copyKey, sha256: entry.sha256 }]);
    expect(copied.rewritten).toBe(1);
    expect(readFileSync(objectOf(entry), 'utf8')).toBe('the bytes');
  });

  it('keeps an intact object whose file was damaged in the store without a trace', async () => {
    const entry = await listInBackup();
    writeFileSync(join(store, KEY), 'bad bytes');
    utimesSync(join(store, KEY), entry.modifiedMs / 1000, entry.modifiedMs / 1000);
    expect((await copy()).entries).toEqual([entry]);
    expect(readFileSync(objectOf(entry), 'utf8')).toBe('the bytes');
  });
});

describe('listedFiles', () => {
  it('stops at a line that is longer than any entry', async () => {
    const backup = join(root, BACKUPS, '2026-01-01T00-00-00.000Z');
    mkdirSync(backup, { recursive: true });
    writeFileSync(join(backup, FILE_LIST), gzipSync(Buffer.alloc(200_000, 'x')));
    await expect(listedFiles(backup).next()).rejects.toThrow('too long');
  });
});
