import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Disposable, fail, ok, problem, type Result, toDisposable } from '#foundation';
import { isRunning, processInfoOf } from '../processes/process-info.ts';

/** Matches the lock's content: pid and, if the system provides it, start time. */
const OWNER = /^(\d+) (\d*)\n$/;

/**
 * Locks a data folder for this process. Takes over the lock of a dead owner (kill -9, power cut);
 * fails with the pid of a running owner.
 */
export function lockDataFolder(dataFolder: string): Result<Disposable> {
  const lock = join(dataFolder, 'clockface.lock');
  const ownText = `${process.pid} ${processInfoOf(process.pid)?.startTicks ?? ''}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, ownText, { mode: 0o644 });
  try {
    // Each attempt either links, finds a running owner, or removes one stale lock.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (tryAcquire(draft, lock)) return ok(toDisposable(() => release(lock, ownText)));
      const lockText = readIfExists(lock);
      if (lockText === null) continue;
      const owner = runningOwner(lockText);
      if (owner !== null) return fail(inUse(dataFolder, owner));
      removeStale(lock, lockText);
    }
    return fail(inUse(dataFolder, null));
  } finally {
    unlinkSync(draft);
  }
}

/** Links a complete file, which is atomic, so that no process reads a partial lock. */
function tryAcquire(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

function readIfExists(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

function runningOwner(text: string): number | null {
  const [, pidText = '', startTicks = ''] = OWNER.exec(text) ?? [];
  const pid = Number(pidText);
  if (pid === 0 || !isRunning(pid)) return null;
  const info = processInfoOf(pid);
  const sameProcess = info === null || startTicks === '' || info.startTicks === startTicks;
  return sameProcess ? pid : null;
}

/** Moves a stale lock aside; restores the lock if another process has replaced it meanwhile. */
function removeStale(lock: string, staleLock: string): void {
  const aside = `${lock}.dead.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw thrown;
  }
  if (readFileSync(aside, 'utf8') !== staleLock) tryAcquire(aside, lock);
  unlinkSync(aside);
}

function release(lock: string, ownText: string): void {
  if (readIfExists(lock) === ownText) unlinkSync(lock);
}

function inUse(dataFolder: string, owner: number | null) {
  return problem(
    'DATA_FOLDER_IN_USE',
    'Another Clockface is running on this data folder',
    owner === null
      ? `The owner of ${dataFolder} changes constantly.`
      : `${dataFolder} belongs to process ${owner}.`,
    'Stop that Clockface first, or set CLOCKFACE_DATA to another folder.',
  );
}
