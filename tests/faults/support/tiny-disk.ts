import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, systemDisk } from '../../../platform/server/store/index.ts';

const MIB = 1024 * 1024;

/** A disk with 4 MiB of space; `freeSpace` adds 28 MiB. */
export interface TinyDisk extends Disposable {
  readonly kind: 'tmpfs' | 'simulated';
  readonly folder: string;
  readonly disk: Disk;
  freeSpace(): void;
}

/** Returns creators of a simulated disk, and of a real one when the process is allowed to mount. */
export function tinyDisks(): (() => TinyDisk)[] {
  using mounted = tmpfsDisk();
  return mounted === null ? [simulatedDisk] : [simulatedDisk, () => tmpfsDisk() ?? simulatedDisk()];
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'clockface-tiny-'));
}

/** Returns null when the process is not allowed to mount. */
function tmpfsDisk(): TinyDisk | null {
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

function simulatedDisk(): TinyDisk {
  const folder = emptyFolder();
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  return { ...limitedDisk(folder), [Symbol.dispose]: dispose };
}

function limitedDisk(folder: string): Omit<TinyDisk, typeof Symbol.dispose> {
  let freeBytes = 4 * MIB;
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
    kind: 'simulated',
    folder,
    disk,
    freeSpace() {
      freeBytes += 28 * MIB;
    },
  };
}
