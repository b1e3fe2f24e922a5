import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDataFolderServed } from './served-data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-served-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isServed = (lock: string): boolean => {
  writeFileSync(join(folder, 'clockface.lock'), lock);
  return isDataFolderServed({ CLOCKFACE_DATA: folder });
};

describe('isDataFolderServed', () => {
  it('is true while the owner of the lock runs', () => {
    expect(isServed(`${process.pid} 123\n`)).toBe(true);
  });

  it('is false without a lock, with the lock of a dead process or an unreadable lock', () => {
    expect(isDataFolderServed({ CLOCKFACE_DATA: folder })).toBe(false);
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(isServed(`${pid} 123\n`)).toBe(false);
    expect(isServed('nonsense')).toBe(false);
    expect(isServed('')).toBe(false);
  });
});
