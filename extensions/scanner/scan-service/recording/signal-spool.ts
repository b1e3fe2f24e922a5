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

/** Layout of the signals of a sweep, equal for all of its frames. */
export type SignalLayout = Omit<RfFrame, 'data'>;

const PREFIX = 'clockface-signal-';
/** Error codes of a full disk or an exhausted disk quota. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Folders of all spools of the process. */
const folders = new Set<string>();
let isExitHandled = false;

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes folders that killed processes of this account left in `parent`. The name of a folder
 * contains the pid.
 */
export function removeOrphanedSignals(parent = tmpdir()): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || folders.has(folder)) continue;
    const account = lstatSync(folder, { throwIfNoEntry: false })?.uid;
    if (account !== (process.getuid?.() ?? 0)) continue;
    // A folder with the pid of this process stems from a prior run in a container.
    if (pid === process.pid || !isRunning(pid)) rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Any error except ESRCH means that the process exists.
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Stores the receiver's signals of a sweep on disk while recording, because they would take
 * hundreds of MB of memory. The offset of a frame follows from its index.
 */
export class SignalSpool {
  readonly #frames = new Set<number>();
  #folder: string | null = null;
  #file: number | null = null;
  #layout: SignalLayout | null = null;
  readonly #parent: string;
  readonly #write: typeof writeSync;

  /** Creates a private folder in `parent` when the first signal is stored. */
  constructor(parent = tmpdir(), write = writeSync) {
    this.#parent = parent;
    this.#write = write;
  }

  /** Layout of the signals; null before the first signal. */
  get layout(): SignalLayout | null {
    return this.#frames.size === 0 ? null : this.#layout;
  }

  /** Indices of the frames with a signal, ascending. */
  get frames(): readonly number[] {
    return [...this.#frames].sort((a, b) => a - b);
  }

  /**
   * Stores the signal of a frame. Throws `DriverError`: DiskSpaceIsFull if the disk is full, else
   * ImageSaveFailed; HardwareError if the size differs from the first signal.
   */
  put(frameIdx: number, { data, ...layout }: RfFrame): void {
    this.#layout ??= layout;
    if (data.length !== this.#layout.lines * this.#layout.samples) {
      throw new DriverError('HardwareError', `Wrong signal size: ${data.length} samples`);
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
      throw new DriverError(code, `A signal could not be stored: ${messageOf(thrown)}`);
    }
    this.#frames.add(frameIdx);
  }

  /** Omits the signal of a frame from `frames` and `blob`. */
  discard(frameIdx: number): void {
    this.#frames.delete(frameIdx);
  }

  /**
   * Returns all signals in the order of frames; the bytes are read from disk when the blob is read.
   */
  async blob(): Promise<Blob> {
    if (this.#folder === null || this.#layout === null) return new Blob([]);
    const sizeBytes = 2 * this.#layout.lines * this.#layout.samples;
    const file = await openAsBlob(join(this.#folder, 'signal'));
    return new Blob(
      this.frames.map((index) => file.slice(index * sizeBytes, (index + 1) * sizeBytes)),
    );
  }

  /** Deletes the signals from disk. */
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
