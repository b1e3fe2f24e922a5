import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairSymlinks } from './embedded-binaries.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-binaries-'));
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), 'library');
  writeFileSync(
    join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readLinked = () => readFileSync(join(folder, 'native/lib/libpq.so.5'), 'utf8');

describe('repairSymlinks', () => {
  it('creates missing library links and can run again', () => {
    repairSymlinks(folder);
    repairSymlinks(folder);
    expect(readLinked()).toBe('library');
  });

  it('replaces broken links', () => {
    symlinkSync('/nowhere/libpq.so', join(folder, 'native/lib/libpq.so.5'));
    repairSymlinks(folder);
    expect(readLinked()).toBe('library');
  });

  it('does nothing when the package has no list of links', () => {
    rmSync(join(folder, 'native/pg-symlinks.json'));
    expect(() => repairSymlinks(folder)).not.toThrow();
  });
});
