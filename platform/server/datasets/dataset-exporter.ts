import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Logger, messageOf, type Problem, problem } from '#foundation';
import type { Database } from '../database/schema.ts';
import { writeAudit } from '../http/audit.ts';
import type { FileStore, StoredBytes } from '../store/index.ts';
import {
  type ClaimedExport,
  claimExport,
  type DatasetExportRow,
  endAbandonedExports,
  endExport,
  releaseExport,
  renewExport,
} from './export-rows.ts';
import { loadPseudonyms } from './pseudonyms.ts';
import { type DatasetScanRow, readDatasetScans } from './select-scans.ts';
import { writeArchive } from './write-archive.ts';

const POLL_MS = 1_000;
const RENEW_MS = 2_000;
/** Longest run of an export. */
const MAX_RUN_HOURS = 12;
/** Largest archive: 200 GiB. */
const MAX_ARCHIVE_BYTES = 200 * 1024 ** 3;

type StopReason = 'cancelled' | 'lost' | 'shutdown' | 'too slow';

export interface DatasetExporterDeps {
  /** Connected as the owner of the tables. */
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly log: Logger;
}

/**
 * Runs the queued exports of all organizations one after the other. A stopped process returns its
 * export to the queue; an export whose process was killed is started again by any other.
 */
export class DatasetExporter {
  readonly #deps: DatasetExporterDeps;
  readonly #shutdown = new AbortController();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: DatasetExporterDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#poll().finally(() => {
        this.#running = null;
      });
    }, POLL_MS);
  }

  /** Stops after the current step and resolves when the export is back in the queue. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#shutdown.abort('shutdown' satisfies StopReason);
    await this.#running;
  }

  async #poll(): Promise<void> {
    const { db, store, log } = this.#deps;
    try {
      for (const ended of await endAbandonedExports(db, processDied)) {
        await discardAttempts(store, ended);
      }
      while (!this.#shutdown.signal.aborted) {
        const claimed = await claimExport(db);
        if (claimed === null) return;
        await runExport(this.#deps, claimed, this.#shutdown.signal);
      }
    } catch (thrown) {
      log.log('warn', 'Datasets could not be exported', { detail: messageOf(thrown) });
    }
  }
}

async function runExport(
  deps: DatasetExporterDeps,
  claimed: DatasetExportRow,
  shutdown: AbortSignal,
): Promise<void> {
  const { db, store, log } = deps;
  const run = new ExportRun(deps, claimed, shutdown);
  try {
    const archive = await run.write();
    if (archive.ok) {
      if (await run.complete(archive.value)) return;
      await store.remove(archive.value.key);
    }
    const reason = run.stopReason;
    if (reason === 'lost') return;
    if (reason === 'shutdown') await releaseExport(db, claimed);
    else if (reason === 'too slow') await endFailed(db, claimed, tooSlow());
    else if (reason === 'cancelled' || archive.ok)
      await endExport(db, claimed, { status: 'CANCELLED' });
    else await endFailed(db, claimed, archive.problem);
  } catch (thrown) {
    log.log('error', 'An export failed', { exportId: claimed.id, detail: messageOf(thrown) });
    await endFailed(db, claimed, unexpected());
  } finally {
    run.dispose();
  }
}

/**
 * Removes what the attempts of an export have left in the store, because an archive of a killed
 * process can fill the disk long before the purge of the store.
 */
async function discardAttempts(store: FileStore, claimed: ClaimedExport): Promise<void> {
  for (let attempt = 1; attempt <= claimed.attempt; attempt++) {
    await store.discardPut(archiveOf(claimed, attempt));
  }
}

/** Returns the place of an attempt's archive in the store, by which another process finds it. */
function archiveOf({ organizationId, id }: ClaimedExport, attempt: number) {
  const hash = createHash('sha256').update(`${organizationId} ${id} ${attempt}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return {
    category: 'dataset',
    id: [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-'),
  };
}

const endFailed = (db: Kysely<Database>, claimed: DatasetExportRow, cause: Problem) =>
  endExport(db, claimed, { status: 'FAILED', problem: cause });

/** One attempt at an export: renews its claim and records its progress. */
class ExportRun {
  readonly #deps: DatasetExporterDeps;
  readonly #claimed: DatasetExportRow;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #exported: DatasetScanRow[] = [];
  #leftOut = 0;
  #total: number;

  constructor(deps: DatasetExporterDeps, claimed: DatasetExportRow, shutdown: AbortSignal) {
    this.#deps = deps;
    this.#claimed = claimed;
    this.#total = claimed.total;
    this.#signal = AbortSignal.any([this.#stop.signal, shutdown]);
    this.#timers = [
      setInterval(() => void this.#renew(), RENEW_MS),
      setTimeout(() => this.#abort('too slow'), MAX_RUN_HOURS * 3_600_000),
    ];
  }

  /** Null while the run continues. */
  get stopReason(): StopReason | null {
    return this.#signal.aborted ? (this.#signal.reason as StopReason) : null;
  }

  #abort(reason: StopReason): void {
    this.#stop.abort(reason);
  }

  /** Writes the archive into the store. */
  async write() {
    const { db, store } = this.#deps;
    const { organizationId, filter, format, split, seed } = this.#claimed;
    const scans = await readDatasetScans(db, organizationId, filter);
    this.#total = scans.length;
    const pseudonymOf = await loadPseudonyms(db, organizationId);
    const archive = writeArchive({
      ...{ db, store, organizationId, filter, format, split, seed, scans, pseudonymOf },
      signal: this.#signal,
      onScan: (scan, isLeftOut) => {
        if (isLeftOut) this.#leftOut += 1;
        else this.#exported.push(scan);
      },
    });
    await discardAttempts(store, this.#claimed);
    return store.put(archive, {
      ...archiveOf(this.#claimed, this.#claimed.attempt),
      encoding: 'NONE',
      encryption: store.encryptionOfNewFiles,
      maxBytes: MAX_ARCHIVE_BYTES,
    });
  }

  /** Ends the export with an audit row for each scan; false if another end came first. */
  async complete(archive: StoredBytes): Promise<boolean> {
    if (this.stopReason !== null) return false;
    const { organizationId, id: exportId } = this.#claimed;
    return this.#deps.db.transaction().execute(async (trx) => {
      if ((await renewExport(trx, this.#claimed, this.#progress())) === undefined) return false;
      if (!(await endExport(trx, this.#claimed, { status: 'COMPLETED', archive }))) return false;
      const entry = { principal: null, organizationId, outcome: 'done' } as const;
      for (const { id: scanId, patientId } of this.#exported) {
        const subject = { exportId, scanId, patientId };
        await writeAudit(trx, { ...entry, action: 'exportScanToDataset', subject });
      }
      return true;
    });
  }

  #progress() {
    const done = this.#exported.length + this.#leftOut;
    return { done, leftOut: this.#leftOut, total: this.#total };
  }

  async #renew(): Promise<void> {
    try {
      const renewed = await renewExport(this.#deps.db, this.#claimed, this.#progress());
      if (renewed === undefined) this.#abort('lost');
      else if (renewed.cancelRequested) this.#abort('cancelled');
    } catch (thrown) {
      // The claim stays valid for some renewals; a longer outage ends it, as another process sees.
      const fields = { exportId: this.#claimed.id, detail: messageOf(thrown) };
      this.#deps.log.log('warn', 'The claim on an export could not be renewed', fields);
    }
  }

  dispose(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

const processDied = ({ attempt }: Pick<DatasetExportRow, 'attempt'>): Problem =>
  problem(
    'DATASET_PROCESS_DIED',
    'The export ended without a result',
    `The process that ran it stopped ${attempt} times.`,
    'Export again. If it fails again, read the log of the server.',
  );

const tooSlow = (): Problem =>
  problem(
    'DATASET_TOO_SLOW',
    'The export took too long',
    `It ran for ${MAX_RUN_HOURS} hours.`,
    'Export fewer scans at a time.',
  );

const unexpected = (): Problem =>
  problem(
    'DATASET_FAILED',
    'The export failed',
    'It ended with an unexpected error.',
    'Export again. If it fails again, read the log of the server.',
  );
