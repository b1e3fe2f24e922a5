import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Disposable, fail, ok, problem, type Result, toDisposable } from '#foundation';
import { factsOf, isAlive } from './process-facts.ts';

/** One line: pid, and the moment it began where the system tells. */
const OWNER = /^(\d+) (\d*)\n$/;

/**
 * Makes this process the only one that serves a data folder. A lock whose owner is dead (kill -9,
 * power cut) is taken over; a living owner is named.
 */
export function lockDataFolder(dataFolder: string): Result<Disposable> {
  const lock = join(dataFolder, 'clockface.lock');
  const mine = `${process.pid} ${factsOf(process.pid)?.startTicks ?? ''}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o644 });
  try {
    // Each turn either links, finds a living owner, or clears away one dead lock.
    for (let turn = 0; turn < 10; turn += 1) {
      if (tryLink(draft, lock)) return ok(toDisposable(() => release(lock, mine)));
      const found = readIfThere(lock);
      if (found === null) continue;
      const owner = livingOwner(found);
      if (owner !== null) return fail(inUse(dataFolder, owner));
      clearAway(lock, found);
    }
    return fail(inUse(dataFolder, null));
  } finally {
    unlinkSync(draft);
  }
}

/** Linking a finished file is atomic: nobody ever reads half a lock. */
function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

function readIfThere(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

function livingOwner(text: string): number | null {
  const [, pidText = '', startTicks = ''] = OWNER.exec(text) ?? [];
  const pid = Number(pidText);
  if (pid === 0 || !isAlive(pid)) return null;
  const facts = factsOf(pid);
  const sameProcess = facts === null || startTicks === '' || facts.startTicks === startTicks;
  return sameProcess ? pid : null;
}

/** Moves a dead lock aside; if another starter was faster and it is theirs, puts it back. */
function clearAway(lock: string, dead: string): void {
  const aside = `${lock}.dead.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw thrown;
  }
  if (readFileSync(aside, 'utf8') !== dead) tryLink(aside, lock);
  unlinkSync(aside);
}

function release(lock: string, mine: string): void {
  if (readIfThere(lock) === mine) unlinkSync(lock);
}

function inUse(dataFolder: string, owner: number | null) {
  return problem(
    'DATA_FOLDER_IN_USE',
    'Another Clockface is running on this data folder',
    owner === null
      ? `${dataFolder} changes hands all the time.`
      : `${dataFolder} belongs to process ${owner}.`,
    'Stop that one first, or choose another folder with CLOCKFACE_DATA.',
  );
}
