import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openAsBlob,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#foundation';
import { DriverError, type RfFrame } from '../driver/scanner-driver.ts';

/** How the signals of a sweep lie; all of its frames alike. */
export type SignalLayout = Omit<RfFrame, 'data'>;

const PREFIX = 'clockface-signal-';
/** The disk, or what an account may have of it, is used up. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Of all spools of the process. */
const folders = new Set<string>();
let isExitHandled = false;

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes what killed processes of this account have left in `parent`: nobody reads it any more.
 * The name of a folder tells whose it is.
 */
export function removeOrphanedSignals(parent = tmpdir()): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || folders.has(folder)) continue;
    const account = lstatSync(folder, { throwIfNoEntry: false })?.uid;
    if (account !== (process.getuid?.() ?? 0)) continue;
    // One that has this process's own number is of an earlier run, in a container.
    if (pid === process.pid || !isRunning(pid)) rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Any other refusal comes from a process that is there.
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * The receiver's signals of one sweep, on disk while it is recorded: in memory they would be hundreds
 * of megabytes. Each frame has its place by its index.
 */
export class SignalSpool {
  readonly #frames = new Set<number>();
  #folder: string | null = null;
  #file: number | null = null;
  #layout: SignalLayout | null = null;
  readonly #parent: string;
  readonly #write: typeof writeSync;

  /** Makes a folder of its own in `parent` when the first signal comes. */
  constructor(parent = tmpdir(), write = writeSync) {
    this.#parent = parent;
    this.#write = write;
  }

  /** How they lie; null before the first one. */
  get layout(): SignalLayout | null {
    return this.#frames.size === 0 ? null : this.#layout;
  }

  /** Indices of the frames whose signal is here, ascending. */
  get frames(): readonly number[] {
    return [...this.#frames].sort((a, b) => a - b);
  }

  /** Throws DriverError: DiskSpaceIsFull where the disk takes no more, else ImageSaveFailed. */
  put(frameIdx: number, { data, ...layout }: RfFrame): void {
    this.#layout ??= layout;
    if (data.length !== this.#layout.lines * this.#layout.samples) {
      throw new DriverError('HardwareError', `A signal has ${data.length} samples`);
    }
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    try {
      this.#file ??= this.#open();
      for (let done = 0; done < bytes.length; ) {
        const remaining = bytes.length - done;
        done += this.#write(this.#file, bytes, done, remaining, frameIdx * bytes.length + done);
      }
    } catch (thrown) {
      const isFull = DISK_FULL_CODES.has((thrown as NodeJS.ErrnoException).code);
      const code = isFull ? 'DiskSpaceIsFull' : 'ImageSaveFailed';
      throw new DriverError(code, `A signal could not be kept: ${messageOf(thrown)}`);
    }
    this.#frames.add(frameIdx);
  }

  discard(frameIdx: number): void {
    this.#frames.delete(frameIdx);
  }

  /** The signals one after the other; they are read from disk when the blob is. */
  async blob(): Promise<Blob> {
    if (this.#folder === null || this.#layout === null) return new Blob([]);
    const size = 2 * this.#layout.lines * this.#layout.samples;
    const file = await openAsBlob(join(this.#folder, 'signal'));
    return new Blob(this.frames.map((index) => file.slice(index * size, (index + 1) * size)));
  }

  /** Takes the signals off the disk. */
  clear(): void {
    if (this.#file !== null) closeSync(this.#file);
    if (this.#folder !== null) {
      rmSync(this.#folder, { recursive: true, force: true });
      folders.delete(this.#folder);
    }
    this.#file = null;
    this.#folder = null;
    this.#frames.clear();
  }

  #open(): number {
    const folder = mkdtempSync(join(this.#parent, `${PREFIX}${process.pid}-`));
    this.#folder = folder;
    if (!isExitHandled) process.once('exit', removeFolders);
    isExitHandled = true;
    folders.add(folder);
    return openSync(join(folder, 'signal'), 'w');
  }
}
