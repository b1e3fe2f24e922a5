import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, startTicks] = /\) (?:\S+ ){19}(\d+)/.exec(stat) ?? [];
    expect(isServed(`${process.pid} ${startTicks}\n`)).toBe(true);
    // A system without start times.
    expect(isServed(`${process.pid} \n`)).toBe(true);
  });

  it('is false once another process has the pid of the owner, e.g. after a power cut', () => {
    expect(isServed(`${process.pid} 123\n`)).toBe(false);
  });

  it('is false without a lock, with the lock of a dead process or an unreadable lock', () => {
    expect(isDataFolderServed({ CLOCKFACE_DATA: folder })).toBe(false);
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(isServed(`${pid} 123\n`)).toBe(false);
    expect(isServed('nonsense')).toBe(false);
    expect(isServed('')).toBe(false);
  });
});
