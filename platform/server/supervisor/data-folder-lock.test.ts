import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { processInfoOf } from '../processes/process-info.ts';
import { lockDataFolder } from './data-folder-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, 'clockface.lock');
/** Returns the pid of a process that has just ended. */
const exitedPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('lockDataFolder', () => {
  it('names the running owner to a second process', () => {
    unwrap(lockDataFolder(folder));
    const second = lockDataFolder(folder);
    expect(second.ok).toBe(false);
    expect(!second.ok && second.problem.detail).toContain(`process ${process.pid}`);
  });

  it('releases the lock on a clean stop and leaves no file', () => {
    unwrap(lockDataFolder(folder)).dispose();
    expect(readdirSync(folder)).toEqual([]);
    expect(lockDataFolder(folder).ok).toBe(true);
  });

  it('takes over the lock of a killed owner', () => {
    writeFileSync(lockFile(), `${exitedPid()} 12345\n`);
    expect(lockDataFolder(folder).ok).toBe(true);
    expect(readFileSync(lockFile(), 'utf8')).toContain(`${process.pid} `);
    expect(readdirSync(folder)).toEqual(['clockface.lock']);
  });

  it('takes over a lock whose pid now belongs to another process', () => {
    const startTicks = Number(processInfoOf(process.pid)?.startTicks ?? 0);
    writeFileSync(lockFile(), `${process.pid} ${startTicks - 1}\n`);
    expect(lockDataFolder(folder).ok).toBe(true);
  });

  it.each(['', 'half a li', '0 0\n', '-1 5\n'])(
    'takes over a lock with the content "%s"',
    (text) => {
      writeFileSync(lockFile(), text);
      expect(lockDataFolder(folder).ok).toBe(true);
    },
  );

  it('keeps a lock that now belongs to another process on a clean stop', () => {
    const ownLock = unwrap(lockDataFolder(folder));
    writeFileSync(lockFile(), '1 1\n');
    ownLock.dispose();
    expect(readFileSync(lockFile(), 'utf8')).toBe('1 1\n');
  });
});
