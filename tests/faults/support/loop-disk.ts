import { spawnSync } from 'node:child_process';
import { chmodSync, constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SIZE = '1500M';

function run(command: string, ...args: string[]): string {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.stderr}`);
  return result.stdout.trim();
}

/**
 * An ext4 file system on a loop device whose power can be cut. The image contains what the kernel
 * has written to the device (direct I/O); a cut loses data that are only in memory.
 */
export class LoopDisk {
  readonly folder: string;
  readonly #home: string;
  #image: string;
  #device = '';
  #powerCuts = 0;

  private constructor(home: string) {
    this.#home = home;
    this.folder = join(home, 'disk');
    this.#image = join(home, 'image-0');
    mkdirSync(this.folder);
  }

  /** Returns null when the process is not allowed to mount. */
  static create(): LoopDisk | null {
    const home = mkdtempSync(join(tmpdir(), 'clockface-power-'));
    chmodSync(home, 0o755);
    const disk = new LoopDisk(home);
    try {
      run('truncate', '-s', SIZE, disk.#image);
      run('mkfs.ext4', '-q', disk.#image);
      disk.#mount();
      chmodSync(disk.folder, 0o755);
      return disk;
    } catch {
      rmSync(home, { recursive: true, force: true });
      return null;
    }
  }

  #mount(): void {
    this.#device = run('losetup', '--direct-io=on', '--find', '--show', this.#image);
    run('mount', this.#device, this.folder);
  }

  async #unmount(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const result = spawnSync('umount', [this.folder], { encoding: 'utf8' });
      if (result.status === 0) break;
      if (attempt > 50) throw new Error(result.stderr);
      await sleep(100);
    }
    run('losetup', '-d', this.#device);
  }

  /**
   * Copies the image of the device for `remount`. All writers must be suspended meanwhile; the
   * kernel can still write back, as in the last moment before a real power cut.
   */
  cut(): void {
    this.#powerCuts += 1;
    copyFileSync(
      this.#image,
      join(this.#home, `image-${this.#powerCuts}`),
      constants.COPYFILE_FICLONE,
    );
  }

  /** Mounts the image of the last cut. All users of the disk must have ended. */
  async remount(): Promise<void> {
    await this.#unmount();
    rmSync(this.#image);
    this.#image = join(this.#home, `image-${this.#powerCuts}`);
    this.#mount();
  }

  async dispose(): Promise<void> {
    await this.#unmount();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
