import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, systemDisk } from '../../../platform/server/store/index.ts';

const KIB = 1024;

/** A disk with 4 MiB of space, which can be enlarged. */
export interface TinyDisk extends Disposable {
  readonly kind: 'tmpfs' | 'planted';
  readonly folder: string;
  readonly disk: Disk;
  freeSpace(): void;
}

/** Returns a simulated full disk, and a real one when the process is allowed to mount. */
export function tinyDisks(): (() => TinyDisk)[] {
  using mounted = onTmpfs();
  return mounted === null ? [onPlanted] : [onPlanted, () => onTmpfs() ?? onPlanted()];
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'clockface-tiny-'));
}

function onTmpfs(): TinyDisk | null {
  const folder = emptyFolder();
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' }).status;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (mount('size=4m') !== 0) {
    remove();
    return null;
  }
  return {
    kind: 'tmpfs',
    folder,
    disk: systemDisk,
    freeSpace: () => void mount('remount,size=32m'),
    [Symbol.dispose]() {
      spawnSync('umount', [folder]);
      remove();
    },
  };
}

function onPlanted(): TinyDisk {
  const folder = emptyFolder();
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  return { ...planted(folder), [Symbol.dispose]: dispose };
}

function planted(folder: string): Omit<TinyDisk, typeof Symbol.dispose> {
  let freeBytes = 4 * KIB * KIB;
  const sizes = new Map<string, number>();
  const disk: Disk = {
    ...systemDisk,
    async createFile(path) {
      const file = await systemDisk.createFile(path);
      return {
        ...file,
        async write(bytes) {
          if (bytes.byteLength > freeBytes)
            throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          freeBytes -= bytes.byteLength;
          sizes.set(path, (sizes.get(path) ?? 0) + bytes.byteLength);
          await file.write(bytes);
        },
      };
    },
    async writeAt(path, offset, chunks) {
      const bytes = Buffer.concat(chunks);
      const fitting = bytes.subarray(0, Math.max(0, freeBytes));
      freeBytes -= fitting.byteLength;
      sizes.set(path, offset + fitting.byteLength);
      await systemDisk.writeAt(path, offset, [fitting]);
      if (fitting.byteLength < bytes.byteLength) {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      }
    },
    async truncate(path, length) {
      await systemDisk.truncate(path, length);
      freeBytes += (sizes.get(path) ?? length) - length;
      sizes.set(path, length);
    },
    async remove(path) {
      await systemDisk.remove(path);
      freeBytes += sizes.get(path) ?? 0;
    },
  };
  return {
    kind: 'planted',
    folder,
    disk,
    freeSpace() {
      freeBytes += 28 * KIB * KIB;
    },
  };
}
