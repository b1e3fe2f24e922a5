import { dirname, join } from 'node:path';
import { messageOf } from '#foundation';
import type { BlobDriver, BlobState } from './blob-driver.ts';
import { concatChunks } from './chunks.ts';
import type { Disk } from './disk.ts';
import type { ByteRange } from './file-store.ts';
import { systemCode } from './store-problems.ts';

const TEMPORARY_SUFFIX = '.part';
/** Folder of uploads in progress; no category starts with a dot. */
const STAGE = '.uploads';

/** Stores blobs in one folder per category below `root`; keys are relative paths. */
export class FileSystemBlobs implements BlobDriver {
  readonly #root: string;
  readonly #disk: Disk;
  /** Running syncs by upload id, started after each chunk, so that a commit waits only briefly. */
  readonly #syncs = new Map<string, Promise<void>>();

  constructor(root: string, disk: Disk) {
    this.#root = root;
    this.#disk = disk;
  }

  #path(key: string): string {
    return join(this.#root, key);
  }

  /**
   * Writes a temporary file next to the target, then fsync, rename, and fsync of the folder. A
   * failure leaves neither file.
   */
  async write(key: string, source: AsyncIterable<Uint8Array>, approve: () => void): Promise<void> {
    const path = this.#path(key);
    const temporary = `${path}${TEMPORARY_SUFFIX}`;
    await this.#createFolder(dirname(path));
    let visible = false;
    try {
      await this.#writeAll(temporary, source);
      approve();
      await this.#disk.rename(temporary, path);
      visible = true;
      await this.#disk.syncFolder(dirname(path));
    } catch (thrown) {
      await this.#removeIfThere(visible ? path : temporary);
      throw thrown;
    }
  }

  async #writeAll(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const file = await this.#disk.createFile(path);
    try {
      for await (const chunk of source) await file.write(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Creates a folder durably: syncs the parent of each new folder. */
  async #createFolder(folder: string): Promise<void> {
    if (await this.#disk.createFolder(this.#root)) await this.#disk.syncFolder(dirname(this.#root));
    if (!(await this.#disk.createFolder(folder))) return;
    await this.#disk.syncFolder(dirname(folder));
    await this.#disk.syncFolder(this.#root);
  }

  async #removeIfThere(path: string): Promise<void> {
    try {
      await this.#disk.remove(path);
    } catch (thrown) {
      // Ignores system errors, because the purge at startup removes the file.
      if (systemCode(thrown) === null) throw thrown;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    return this.#disk.readStream(this.#path(key), range?.start, range?.end);
  }

  async stat(key: string): Promise<BlobState> {
    const { size, mtimeMs, ctimeMs } = await this.#disk.stat(this.#path(key));
    // Takes ctime into account, because the hard link of a committed upload has the old mtime of
    // its bytes but a new ctime.
    const modifiedAtMs = Math.max(mtimeMs, ctimeMs);
    return { size, modifiedAtMs, fingerprint: `${size} ${mtimeMs} ${ctimeMs}` };
  }

  /** Checks the category's folder, which always exists once the category has files. */
  async isAvailable(key: string): Promise<boolean> {
    const category = dirname(dirname(this.#path(key)));
    return (await this.#nullIfMissing(this.#disk.stat(category))) !== null;
  }

  async remove(key: string): Promise<void> {
    await this.#nullIfMissing(this.#disk.remove(this.#path(key)));
  }

  async removePartial(key: string): Promise<void> {
    await this.#nullIfMissing(this.#disk.remove(`${this.#path(key)}${TEMPORARY_SUFFIX}`));
  }

  async *keys(): AsyncGenerator<string> {
    yield* this.#files('', 2);
  }

  async *#files(folder: string, depth: number): AsyncGenerator<string> {
    for (const entry of await this.#list(folder)) {
      if (entry.name === STAGE) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.folder && depth > 0) yield* this.#files(path, depth - 1);
      else if (!entry.folder) yield path;
    }
  }

  async #list(folder: string): Promise<readonly { name: string; folder: boolean }[]> {
    return (await this.#nullIfMissing(this.#disk.list(this.#path(folder)))) ?? [];
  }

  async purgeTemporary(minAgeMs: number): Promise<number> {
    const beforeMs = Date.now() - minAgeMs;
    let purged = 0;
    for await (const file of this.#files('', 2)) {
      if (!file.endsWith(TEMPORARY_SUFFIX)) continue;
      if (await this.#removeOlder(this.#path(file), beforeMs)) purged += 1;
    }
    return purged;
  }

  /** Removes a file older than `beforeMs`; returns false when it is younger or no longer exists. */
  async #removeOlder(path: string, beforeMs: number): Promise<boolean> {
    const stats = await this.#nullIfMissing(this.#disk.stat(path));
    if (stats === null || stats.mtimeMs > beforeMs) return false;
    await this.#nullIfMissing(this.#disk.remove(path));
    return true;
  }

  async #nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  }

  async stagedLength(id: string): Promise<number> {
    return (await this.#nullIfMissing(this.#disk.stat(this.#stagePath(id))))?.size ?? 0;
  }

  #stagePath(id: string): string {
    return join(this.#root, STAGE, id);
  }

  /**
   * Appends without waiting for the sync, because only the commit promises durable bytes. Truncates
   * a partial write, e.g. of a full disk.
   */
  async stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<void> {
    const path = this.#stagePath(id);
    await this.#createFolder(dirname(path));
    try {
      await this.#disk.writeAt(path, offset, chunks);
    } catch (thrown) {
      await this.#nullIfMissing(this.#disk.truncate(path, offset));
      throw thrown;
    }
    this.#syncLater(id, path);
  }

  /**
   * Starts a sync after the previous one of the upload. A failure is kept for the commit and never
   * retried, because the operating system reports lost writes only once.
   */
  #syncLater(id: string, path: string): void {
    const previous = this.#syncs.get(id) ?? Promise.resolve();
    const sync = previous.then(() => this.#disk.syncFile(path));
    sync.catch(() => undefined);
    this.#syncs.set(id, sync);
  }

  async readStaged(id: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#disk.readStream(this.#stagePath(id));
  }

  async stagedHead(id: string, length: number): Promise<Uint8Array> {
    const head = this.#disk.readStream(this.#stagePath(id), 0, length - 1);
    return (await this.#nullIfMissing(concatChunks(head))) ?? new Uint8Array();
  }

  /**
   * Syncs the bytes, creates a hard link under the key and syncs its folder, so that the bytes are
   * written only once and become visible when complete.
   */
  async adopt(id: string, key: string): Promise<boolean> {
    const from = this.#stagePath(id);
    const to = this.#path(key);
    await this.#syncs.get(id);
    await this.#disk.syncFile(from);
    await this.#createFolder(dirname(to));
    try {
      await this.#disk.link(from, to);
    } catch (thrown) {
      if (NO_HARD_LINKS.has(systemCode(thrown) ?? messageOf(thrown))) return false;
      throw thrown;
    }
    try {
      await this.#disk.syncFolder(dirname(to));
    } catch (thrown) {
      await this.#removeIfThere(to);
      throw thrown;
    }
    return true;
  }

  async discard(id: string): Promise<void> {
    this.#syncs.delete(id);
    await this.#nullIfMissing(this.#disk.remove(this.#stagePath(id)));
  }

  async *staged(): AsyncGenerator<{ id: string; modifiedAtMs: number }> {
    for (const { name, folder } of await this.#list(STAGE)) {
      if (folder) continue;
      const stats = await this.#nullIfMissing(this.#disk.stat(this.#stagePath(name)));
      if (stats !== null) yield { id: name, modifiedAtMs: stats.mtimeMs };
    }
  }
}

/** Errors of file systems without hard links, where the bytes are copied instead. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
