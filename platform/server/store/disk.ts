import { constants, createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** File that is open for writing. */
export interface DiskFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Calls fsync: resolves once the device has the bytes. Never retried after a failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** File system calls of the store, as an interface so that tests can make each call fail. */
export interface Disk {
  createFolder(path: string): Promise<boolean>;
  createFile(path: string): Promise<DiskFile>;
  /** Writes chunks consecutively from `offset`; creates a missing file. */
  writeAt(path: string, offset: number, chunks: readonly Uint8Array[]): Promise<void>;
  truncate(path: string, length: number): Promise<void>;
  /** Calls fsync on a written file. */
  syncFile(path: string): Promise<void>;
  /** Creates a hard link. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  read(path: string): Promise<Uint8Array>;
  readStream(path: string, start?: number, end?: number): Readable;
  stat(path: string): Promise<{ size: number; mtimeMs: number; ctimeMs: number }>;
  list(path: string): Promise<readonly { name: string; folder: boolean }[]>;
}

/** Maximum buffers per system call (IOV_MAX of Linux). */
const MAX_IOVECS = 1024;

function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  let at = 0;
  for (; at < chunks.length; at++) {
    const { byteLength } = chunks[at] as Uint8Array;
    if (byteLength > skip) break;
    skip -= byteLength;
  }
  const [partial, ...rest] = chunks.slice(at);
  return partial === undefined ? [] : [partial.subarray(skip), ...rest];
}

export const systemDisk: Disk = {
  /** Returns true when the folder is new. */
  async createFolder(path) {
    return (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined;
  },
  async createFile(path) {
    const handle = await open(path, 'wx', 0o600);
    return {
      async write(bytes) {
        let offset = 0;
        while (offset < bytes.byteLength) {
          offset += (await handle.write(bytes, offset)).bytesWritten;
        }
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  async writeAt(path, offset, chunks) {
    const handle = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      let at = offset;
      let remaining = chunks.filter((chunk) => chunk.byteLength > 0);
      while (remaining.length > 0) {
        const { bytesWritten } = await handle.writev(remaining.slice(0, MAX_IOVECS), at);
        at += bytesWritten;
        remaining = withoutFirst(remaining, bytesWritten);
      }
    } finally {
      await handle.close();
    }
  },
  async truncate(path, length) {
    const handle = await open(path, constants.O_WRONLY);
    try {
      await handle.truncate(length);
    } finally {
      await handle.close();
    }
  },
  async syncFile(path) {
    const handle = await open(path, constants.O_RDWR);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  link,
  rename,
  async syncFolder(path) {
    const handle = await open(path, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  remove: unlink,
  read: readFile,
  readStream: (path, start, end) =>
    createReadStream(path, {
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      highWaterMark: 512 * 1024,
    }),
  stat,
  async list(path) {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, folder: entry.isDirectory() }));
  },
};
