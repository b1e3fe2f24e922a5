import type { Kysely } from 'kysely';
import { type Disposable, type Logger, messageOf } from '#foundation';
import type { Database, JobRow } from '../database/schema.ts';
import { JOB_LEASE_MS, type JobProgress, type LeasedJob, renewJobLease } from '../jobs/job-rows.ts';

/** Interval at which a lease is renewed and a stop request is checked, in ms. */
const RENEW_INTERVAL_MS = 500;
/** Minimum interval between writes of progress, in ms; a new phase is written at once. */
const PROGRESS_MS = 250;

/** Reason why a lease ended before its job. */
export type LeaseEnd = 'stopped' | 'lost' | 'shutdown';

/** Lease of a worker on a job: renews itself and aborts the job when stopped or lost. */
export class JobLease implements Disposable {
  readonly #db: Kysely<Database>;
  readonly #job: LeasedJob;
  readonly #log: Logger;
  readonly #publish: (row: JobRow) => void;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #end: LeaseEnd | null = null;
  #pending: JobProgress | null = null;
  #phase: string | null = null;
  #writtenAt = 0;
  #renewedAt = Date.now();
  #renewal: Promise<void> | null = null;

  constructor(db: Kysely<Database>, job: LeasedJob, log: Logger, publish: (row: JobRow) => void) {
    this.#db = db;
    this.#job = job;
    this.#log = log;
    this.#publish = publish;
    this.#timer = setInterval(() => void this.#renewOnce(), RENEW_INTERVAL_MS);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get end(): LeaseEnd | null {
    return this.#end;
  }

  /**
   * Records progress and yields to other work.
   * @throws AbortError after the job was stopped
   */
  async progress(phase: string, done: number, total: number): Promise<void> {
    this.#pending = { phase, done: Math.round(done), total: Math.round(total) };
    const due = Date.now() - this.#writtenAt >= PROGRESS_MS || phase !== this.#phase;
    if (due) await this.#renewOnce();
    else await new Promise<void>((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
  }

  /** Renews the lease and writes pending progress; concurrent calls share one renewal. */
  #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    if (this.#end !== null) return;
    const progress = this.#pending;
    this.#pending = null;
    try {
      const row = await renewJobLease(this.#db, this.#job, progress);
      if (row === null) return this.abort('lost');
      this.#renewedAt = Date.now();
      if (progress !== null) {
        this.#phase = progress.phase;
        this.#writtenAt = Date.now();
        this.#publish(row);
      }
      if (row.cancelRequested) this.abort('stopped');
    } catch (thrown) {
      this.#log.log('warn', 'A job could not renew its lease', { detail: messageOf(thrown) });
      if (Date.now() - this.#renewedAt > JOB_LEASE_MS) this.abort('lost');
    }
  }

  abort(end: LeaseEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    clearInterval(this.#timer);
    this.#abort.abort(new DOMException(`The job was ${end}`, 'AbortError'));
  }

  /** Writes the last progress and waits for pending writes, so that none follows the job's end. */
  async settled(): Promise<void> {
    this.dispose();
    await this.#renewal;
    if (this.#pending !== null) await this.#renewOnce();
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
