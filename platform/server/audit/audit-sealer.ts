import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '#foundation';
import { databaseReason } from '../http/map-database-error.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { NO_ORGANIZATION } from './audit-hash.ts';
import {
  type AuditHead,
  appendHeads,
  auditFolder,
  lastPositionOf,
  readHeads,
} from './audit-heads.ts';
import { chainHead, chainsOf, SEAL_BATCH, sealRound } from './seal-audit.ts';

const SEAL_INTERVAL_MS = 1_000;
/** Minimum interval between writes of the heads, because every write syncs the disk. */
const HEADS_INTERVAL_MS = 2_000;

type SealerDeps = Pick<ServerDeps, 'db' | 'dataFolder' | 'logger'>;

/**
 * Seals every committed audit row within about a second and records the chain heads in a file
 * outside of the database. Every process runs a sealer; a database lock admits one at a time.
 * Catches up after a restart.
 */
export class AuditSealer {
  readonly #deps: SealerDeps;
  readonly #folder: string;
  readonly #stop = new AbortController();
  readonly #pendingHeads = new Map<string, AuditHead>();
  readonly #done: Promise<void>;
  #lastWrite = 0;
  #hasFailed = false;

  constructor(deps: SealerDeps) {
    this.#deps = deps;
    this.#folder = auditFolder(deps.dataFolder);
    this.#done = this.#run();
  }

  /** Seals the remaining rows and writes the heads. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
    await this.#attempt(async () => {
      await this.#seal();
      await this.#writeHeads();
    });
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    await this.#attempt(() => this.#compareHeads());
    while (!signal.aborted) {
      await this.#attempt(async () => {
        await this.#seal();
        if (performance.now() - this.#lastWrite >= HEADS_INTERVAL_MS) await this.#writeHeads();
      });
      await sleep(SEAL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Retries while the database is down; logs the outage once. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#hasFailed = false;
    } catch (thrown) {
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      const reason = thrown instanceof Error ? databaseReason(thrown) : messageOf(thrown);
      this.#deps.logger.log('warn', 'The audit trail could not be sealed; retrying', {
        reason,
      });
    }
  }

  async #seal(): Promise<void> {
    for (;;) {
      const { sealed, heads } = await sealRound(this.#deps.db);
      for (const head of heads) this.#pendingHeads.set(head.chain, head);
      if (sealed < SEAL_BATCH) return;
    }
  }

  async #writeHeads(): Promise<void> {
    if (this.#pendingHeads.size === 0) return;
    const heads = [...this.#pendingHeads.values()];
    await appendHeads(this.#folder, heads);
    for (const head of heads) {
      if (this.#pendingHeads.get(head.chain) === head) this.#pendingHeads.delete(head.chain);
    }
    this.#lastWrite = performance.now();
  }

  /**
   * At startup logs an error for a chain that is shorter than its recorded head or has another
   * hash.
   */
  async #compareHeads(): Promise<void> {
    const { db, logger } = this.#deps;
    const { byChain } = await readHeads(this.#folder);
    const chains = new Set<string | null>(await chainsOf(db));
    for (const chain of byChain.keys()) chains.add(chain === NO_ORGANIZATION ? null : chain);
    for (const organizationId of chains) {
      const chain = organizationId ?? NO_ORGANIZATION;
      const recordedHeads = byChain.get(chain);
      const recorded = lastPositionOf(recordedHeads);
      const sealedHead = await chainHead(db, organizationId);
      const position = sealedHead?.position ?? 0;
      const hash = sealedHead?.hash.toString('hex');
      if (position < recorded || (position === recorded && hash !== recordedHeads?.get(recorded))) {
        logger.log('error', 'The audit trail does not match its recorded head', {
          chain,
          position,
          recorded,
        });
      } else if (position > recorded && hash !== undefined) {
        const at = new Date().toISOString();
        this.#pendingHeads.set(chain, { chain, position, hash, at });
      }
    }
  }
}
