import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#foundation';
import { DriverError, type RfFrame } from './scanner-driver.ts';

/** How the signals of a sweep lie; all of its frames alike. */
export type SignalLayout = Omit<RfFrame, 'data'>;

/** Of all spools of the process; a killed one leaves them to the system's own cleaning. */
const folders = new Set<string>();

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
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

  /** Makes a folder of its own in `parent` when the first signal comes. */
  constructor(parent = tmpdir()) {
    this.#parent = parent;
  }

  /** How they lie; null before the first one. */
  get layout(): SignalLayout | null {
    return this.#frames.size === 0 ? null : this.#layout;
  }

  /** Indices of the frames whose signal is here, ascending. */
  get frames(): readonly number[] {
    return [...this.#frames].sort((a, b) => a - b);
  }

  /** Throws DriverError: DiskSpaceIsFull where the disk takes no more. */
  put(frameIdx: number, { data, ...layout }: RfFrame): void {
    this.#layout ??= layout;
    if (data.length !== this.#layout.lines * this.#layout.samples) {
      throw new DriverError('HardwareError', `A signal has ${data.length} samples`);
    }
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    try {
      this.#file ??= this.#open();
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        done += writeSync(this.#file, bytes, done, left, frameIdx * bytes.length + done);
      }
    } catch (thrown) {
      throw new DriverError('DiskSpaceIsFull', `A signal could not be kept: ${messageOf(thrown)}`);
    }
    this.#frames.add(frameIdx);
  }

  forget(frameIdx: number): void {
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
    const folder = mkdtempSync(join(this.#parent, 'clockface-signal-'));
    this.#folder = folder;
    if (folders.size === 0) process.once('exit', removeFolders);
    folders.add(folder);
    return openSync(join(folder, 'signal'), 'w');
  }
}
