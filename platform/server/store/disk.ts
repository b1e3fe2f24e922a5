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
  /** Creates a folder with its parents; returns true when it is new. */
  createFolder(path: string): Promise<boolean>;
  /** Creates a file; fails with EEXIST when it exists. */
  createFile(path: string): Promise<DiskFile>;
  /** Writes chunks consecutively from `offset`; creates a missing file. */
  writeAt(path: string, offset: number, chunks: readonly Uint8Array[]): Promise<void>;
  truncate(path: string, length: number): Promise<void>;
  /** Calls fsync on a file; resolves once the device has its bytes. */
  syncFile(path: string): Promise<void>;
  /** Creates a hard link. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Calls fsync on a folder, which makes new, renamed and removed names durable. */
  syncFolder(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  read(path: string): Promise<Uint8Array>;
  /** Streams the bytes from `start` to `end`, both inclusive; the whole file by default. */
  readStream(path: string, start?: number, end?: number): Readable;
  stat(path: string): Promise<{ size: number; mtimeMs: number; ctimeMs: number }>;
  list(path: string): Promise<readonly { name: string; folder: boolean }[]>;
}

/** Maximum buffers per system call (IOV_MAX of Linux). */
const MAX_IOVECS = 1024;

/** Returns the chunks without their first `bytes` bytes. */
function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  let index = 0;
  for (; index < chunks.length; index++) {
    const { byteLength } = chunks[index] as Uint8Array;
    if (byteLength > skip) break;
    skip -= byteLength;
  }
  const [partial, ...rest] = chunks.slice(index);
  return partial === undefined ? [] : [partial.subarray(skip), ...rest];
}

/** File system of the operating system. Folders get mode 0700, files 0600. */
export const systemDisk: Disk = {
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
      let position = offset;
      let remaining = chunks.filter((chunk) => chunk.byteLength > 0);
      while (remaining.length > 0) {
        const { bytesWritten } = await handle.writev(remaining.slice(0, MAX_IOVECS), position);
        position += bytesWritten;
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
