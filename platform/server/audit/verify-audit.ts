import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type AuditRow, CHAIN_START, entryHash, NO_ORGANIZATION } from './audit-hash.ts';
import { auditFolder, lastPositionOf, type RecordedHeads, readHeads } from './audit-heads.ts';
import { chainsOf } from './seal-audit.ts';

/** Rows per page; hashing a page blocks the event loop for a few ms only. */
const PAGE_ROWS = 500;
/** Rows of overlapping calls may be sealed slightly out of order, but never by this much. */
const MAX_DISORDER_MS = 3_600_000;

/**
 * Fault of an entry. `missing`: no entry has this position. `changed`: the hash does not match the
 * entry and its predecessor. `rewritten`: the hash differs from the recorded head. `truncated`: the
 * chain ends before the recorded head. `backdated`: more than an hour older than an earlier entry.
 * A clock set back looks like `backdated`, so the walk continues, and any other fault is reported
 * first.
 */
export type AuditFault = 'missing' | 'changed' | 'rewritten' | 'backdated' | 'truncated';

export interface InvalidEntry {
  readonly position: number;
  /** `seq` of the row; null when the row is missing. */
  readonly seq: number | null;
  readonly fault: AuditFault;
}

/** Result of checking one chain. */
export interface VerifiedChain {
  readonly chain: string;
  readonly checked: number;
  readonly firstBad: InvalidEntry | null;
  /** Committed rows that are not sealed yet. */
  readonly unsealed: number;
  /** Highest recorded position; null when none is recorded. */
  readonly recordedHead: number | null;
  readonly lastPosition: number;
  readonly lastHash: string | null;
}

type Heads = ReadonlyMap<number, string>;
const NO_HEADS: Heads = new Map();

/** Verifies every chain, including chains known only from the recorded heads. */
export async function verifyAudit(
  db: Kysely<Database>,
  dataFolder: string,
): Promise<readonly VerifiedChain[]> {
  const heads = await readHeads(auditFolder(dataFolder));
  const chains = new Set<string | null>(await chainsOf(db));
  for (const chain of heads.byChain.keys()) chains.add(chain === NO_ORGANIZATION ? null : chain);
  const verified: VerifiedChain[] = [];
  for (const chain of chains) verified.push(await verifyChain(db, chain, heads));
  return verified;
}

/**
 * Walks one chain from its first entry, page by page, up to the first entry with an invalid hash.
 */
export async function verifyChain(
  db: Kysely<Database>,
  organizationId: string | null,
  { byChain }: RecordedHeads,
): Promise<VerifiedChain> {
  const chain = organizationId ?? NO_ORGANIZATION;
  const heads = byChain.get(chain) ?? NO_HEADS;
  const recordedHead = heads.size === 0 ? null : lastPositionOf(heads);
  const walk = new ChainWalk(heads);
  for (;;) {
    const rows = await sealedAfter(db, organizationId, walk.position);
    for (const row of rows) if (walk.firstBad === null) walk.step(row);
    if (rows.length < PAGE_ROWS || walk.firstBad !== null) break;
  }
  return {
    chain,
    checked: walk.position,
    firstBad: walk.firstBad ?? findTruncation(walk.position, recordedHead) ?? walk.backdated,
    unsealed: await countUnsealed(db, organizationId),
    recordedHead,
    lastPosition: walk.position,
    lastHash: walk.position === 0 ? null : walk.hash.toString('hex'),
  };
}

function findTruncation(position: number, recordedHead: number | null): InvalidEntry | null {
  if (recordedHead === null || position >= recordedHead) return null;
  return { position: position + 1, seq: null, fault: 'truncated' };
}

class ChainWalk {
  readonly #heads: Heads;
  position = 0;
  hash = CHAIN_START;
  /** First entry that stops the walk. */
  firstBad: InvalidEntry | null = null;
  backdated: InvalidEntry | null = null;
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(heads: Heads) {
    this.#heads = heads;
  }

  step(row: AuditRow): void {
    const position = this.position + 1;
    const fault = this.#faultOf(row, position);
    if (fault !== null) {
      this.firstBad = { position, seq: fault === 'missing' ? null : row.seq, fault };
      return;
    }
    this.position = position;
    this.hash = row.hash ?? CHAIN_START;
    const atMs = Date.parse(row.at);
    if (atMs < this.#latestMs - MAX_DISORDER_MS) {
      this.backdated ??= { position, seq: row.seq, fault: 'backdated' };
    }
    this.#latestMs = Math.max(this.#latestMs, atMs);
  }

  #faultOf(row: AuditRow, position: number): AuditFault | null {
    if (row.position !== position) return 'missing';
    const hash = entryHash(this.hash, { ...row, position });
    if (row.hash === null || !hash.equals(row.hash)) return 'changed';
    const recorded = this.#heads.get(position);
    return recorded !== undefined && recorded !== hash.toString('hex') ? 'rewritten' : null;
  }
}

function sealedAfter(
  db: Kysely<Database>,
  organizationId: string | null,
  position: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('position', 'is not', null)
    .where('position', '>', position)
    .orderBy('position')
    .limit(PAGE_ROWS)
    .execute();
}

async function countUnsealed(db: Kysely<Database>, organizationId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('position', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
