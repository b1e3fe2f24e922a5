import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type AuditRow, CHAIN_START, entryHash, NO_ORGANIZATION } from './audit-hash.ts';
import { auditFolder, lastPositionOf, type RecordedHeads, readHeads } from './audit-heads.ts';
import { chainsOf } from './seal-audit.ts';

/** Hashing a page keeps everyone else waiting for some milliseconds, no more. */
const PAGE = 500;
/** Rows of calls that overlap are sealed a little out of order; none of them by this much. */
const MAX_DISORDER_MS = 3_600_000;

/**
 * Why an entry is bad. `missing`: nothing stands in this place. `changed`: its hash does not follow
 * from what it says and from the entry before. `rewritten`: hashes were made anew, the head written
 * down says otherwise. `truncated`: the chain ends before the head written down. `backdated`: it
 * claims to be more than an hour older than entries before it; a clock that was set back looks the
 * same, so the walk goes on and any other fault is told before this one.
 */
export type AuditFault = 'missing' | 'changed' | 'rewritten' | 'backdated' | 'truncated';

export interface InvalidEntry {
  readonly position: number;
  /** Number of the row, where there is one. */
  readonly seq: number | null;
  readonly fault: AuditFault;
}

/** What the check of one chain found. */
export interface VerifiedChain {
  readonly chain: string;
  readonly checked: number;
  readonly firstBad: InvalidEntry | null;
  /** Committed rows that the sealer has not reached. */
  readonly unsealed: number;
  /** The furthest head that was written down; null where none is known. */
  readonly recordedHead: number | null;
  readonly lastPosition: number;
  readonly lastHash: string | null;
}

type Heads = ReadonlyMap<number, string>;
const NO_HEADS: Heads = new Map();

/** Checks every chain of the server, also those that only the written heads still know. */
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

/** Walks one chain from its first entry, a page at a time, to the first whose hash is bad. */
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
    if (rows.length < PAGE || walk.firstBad !== null) break;
  }
  return {
    chain,
    checked: walk.position,
    firstBad: walk.firstBad ?? truncated(walk.position, recordedHead) ?? walk.backdated,
    unsealed: await countUnsealed(db, organizationId),
    recordedHead,
    lastPosition: walk.position,
    lastHash: walk.position === 0 ? null : walk.hash.toString('hex'),
  };
}

function truncated(position: number, recordedHead: number | null): InvalidEntry | null {
  if (recordedHead === null || position >= recordedHead) return null;
  return { position: position + 1, seq: null, fault: 'truncated' };
}

class ChainWalk {
  readonly #heads: Heads;
  position = 0;
  hash = CHAIN_START;
  /** The first entry that the walk can't go beyond. */
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
    .limit(PAGE)
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
