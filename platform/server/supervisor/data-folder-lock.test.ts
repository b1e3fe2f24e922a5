import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { lockDataFolder } from './data-folder-lock.ts';
import { processInfoOf } from './process-info.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, 'clockface.lock');
/** A pid that just ended and therefore belongs to nobody. */
const exitedPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of a data folder', () => {
  it('names the living owner to a second starter', () => {
    unwrap(lockDataFolder(folder));
    const second = lockDataFolder(folder);
    expect(second.ok).toBe(false);
    expect(!second.ok && second.problem.detail).toContain(`process ${process.pid}`);
  });

  it('is free again after a clean stop, and leaves no file behind', () => {
    unwrap(lockDataFolder(folder)).dispose();
    expect(readdirSync(folder)).toEqual([]);
    expect(lockDataFolder(folder).ok).toBe(true);
  });

  it('of a killed owner is taken over', () => {
    writeFileSync(lockFile(), `${exitedPid()} 12345\n`);
    expect(lockDataFolder(folder).ok).toBe(true);
    expect(readFileSync(lockFile(), 'utf8')).toContain(`${process.pid} `);
    expect(readdirSync(folder)).toEqual(['clockface.lock']);
  });

  it('of an owner whose number another program has now is taken over', () => {
    const startTicks = Number(processInfoOf(process.pid)?.startTicks ?? 0);
    writeFileSync(lockFile(), `${process.pid} ${startTicks - 1}\n`);
    expect(lockDataFolder(folder).ok).toBe(true);
  });

  it.each(['', 'half a li', '0 0\n', '-1 5\n'])('that holds "%s" is taken over', (text) => {
    writeFileSync(lockFile(), text);
    expect(lockDataFolder(folder).ok).toBe(true);
  });

  it('that meanwhile went to another is not removed by a clean stop', () => {
    const ownLock = unwrap(lockDataFolder(folder));
    writeFileSync(lockFile(), '1 1\n');
    ownLock.dispose();
    expect(readFileSync(lockFile(), 'utf8')).toBe('1 1\n');
  });
});
