import type { Kysely } from 'kysely';
import type { FileCategory } from '#contracts';
import { newId, ProblemError, type Result } from '#foundation';
import type { Database, NewScanFileRow } from '../../database/schema.ts';
import type { StagedFile } from '../../extension/server-extension.ts';
import type { FileStore } from '../../store/index.ts';
import { missingProblem } from '../../store/store-problems.ts';
import { categoryFolder } from '../rows/scan-file-rows.ts';

/**
 * Age of staged bytes from which `insert` checks that they still exist. Half of the minimum age of
 * files that the purge at startup removes.
 */
const VERIFY_AFTER_MS = 30_000;

/** A file to stage; its bytes may still arrive. */
export type FileToStage = Omit<StagedFile, 'bytes'> & {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
};

/** Owner of the files once their rows are inserted. */
export interface FileOwner {
  readonly organizationId: string;
  readonly scanId: string;
  readonly createdBy: string | null;
}

/**
 * Files with durable bytes but without rows. They become visible together in the caller's
 * transaction, or are discarded together.
 */
export class FileStage {
  readonly #store: FileStore;
  readonly #rows: Omit<NewScanFileRow, keyof FileOwner>[] = [];
  readonly #supersededOnly: FileCategory[] = [];

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** Categories whose older files are superseded. */
  get categories(): readonly FileCategory[] {
    return [...new Set([...this.#rows.map((row) => row.fileCategory), ...this.#supersededOnly])];
  }

  /** Adds categories whose older files are superseded without a replacement. */
  supersedeOnly(categories: readonly FileCategory[]): void {
    this.#supersededOnly.push(...categories);
  }

  /** True when no file has been added. */
  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Makes the bytes durable. A failure leaves the stage unchanged. */
  async add(file: FileToStage): Promise<Result<void>> {
    const encoding = file.encoding ?? 'NONE';
    const category = categoryFolder(file.fileCategory);
    const encryption = this.#store.encryptionOfNewFiles;
    const put = await this.#store.put(file.bytes, { category, encoding, encryption });
    if (!put.ok) return put;
    const header = file.header ?? null;
    this.#rows.push({
      id: newId(),
      fileCategory: file.fileCategory,
      fileName: file.fileName,
      fileExtension: file.fileExtension,
      encoding,
      encryption: put.value.encryption,
      encryptionKeyId: put.value.encryptionKeyId,
      role: file.role ?? 'PRIMARY',
      parentId: null,
      header: header === null ? null : JSON.stringify(header),
      epoch: null,
      acquisitionTime: file.acquisitionTime ?? null,
      storagePath: put.value.key,
      checksum: put.value.sha256,
      byteLength: put.value.byteLength,
      storedAt: new Date().toISOString(),
      supersededAt: null,
      updatedBy: null,
    });
    return { ok: true, value: undefined };
  }

  /**
   * Inserts the rows, primary files before their dependent files.
   * @throws ProblemError `FILE_MISSING` when a purge has removed bytes because their rows came too
   * late
   */
  async insert(db: Kysely<Database>, owner: FileOwner): Promise<void> {
    await this.#verifyStaged();
    const primaryOf = new Map(
      this.#rows.filter((row) => row.role === 'PRIMARY').map((row) => [row.fileCategory, row.id]),
    );
    const rows = this.#rows.map((row) => ({
      ...row,
      ...owner,
      parentId: row.role === 'PRIMARY' ? null : (primaryOf.get(row.fileCategory) ?? null),
    }));
    const primaries = rows.filter((row) => row.role === 'PRIMARY');
    const dependents = rows.filter((row) => row.role !== 'PRIMARY');
    for (const batch of [...inBatches(primaries), ...inBatches(dependents)]) {
      await db.insertInto('scanFile').values(batch).execute();
    }
  }

  /** Checks that the bytes still exist; skips young bytes, which no purge removes. */
  async #verifyStaged(): Promise<void> {
    for (const { storagePath, storedAt } of this.#rows) {
      if (!storagePath || Date.now() - Date.parse(String(storedAt)) < VERIFY_AFTER_MS) continue;
      if ((await this.#store.stat(storagePath)) === null) throw new ProblemError(missingProblem());
    }
  }

  /** Removes the bytes of files that will never become visible. */
  async discard(): Promise<void> {
    for (const { storagePath } of this.#rows.splice(0)) {
      if (storagePath) await this.#store.remove(storagePath);
    }
  }
}

/**
 * Rows per statement: PostgreSQL limits a statement to 65,535 parameters, a row has about thirty.
 */
const BATCH_ROWS = 1000;

function inBatches<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    batches.push(rows.slice(start, start + BATCH_ROWS));
  }
  return batches;
}
