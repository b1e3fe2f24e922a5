import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type AuditRow, CHAIN_START, entryHash, NO_ORGANIZATION } from './audit-hash.ts';
import type { AuditHead } from './audit-heads.ts';

/** Advisory lock that allows one sealer over all processes of a database; arbitrary number. */
const SEAL_LOCK = 7_420_010;
/** Rows per transaction, so that a backlog does not block other work while hashing. */
export const SEAL_BATCH = 500;

export interface SealedRound {
  readonly sealed: number;
  /** New heads of the chains that have grown. */
  readonly heads: readonly AuditHead[];
}

const EMPTY_ROUND: SealedRound = { sealed: 0, heads: [] };

interface ChainHead {
  position: number;
  hash: Buffer;
}

/**
 * Assigns position and hash to the oldest unsealed rows, each in its organization's chain. Sees
 * only committed rows, so the order is the order of sealing. Seals nothing while another process
 * holds the lock.
 */
export async function sealRound(db: Kysely<Database>, batch = SEAL_BATCH): Promise<SealedRound> {
  return db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${SEAL_LOCK}) as "isLocked"`.execute(trx);
    if (locks[0]?.isLocked !== true) return EMPTY_ROUND;
    const rows = await trx
      .selectFrom('audit')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('seq')
      .limit(batch)
      .execute();
    if (rows.length === 0) return EMPTY_ROUND;
    const headsByChain = await chainHeads(trx, [...new Set(rows.map((row) => row.organizationId))]);
    const sealed = rows.map((row) => seal(headsByChain, row));
    await sql`
      update audit set position = sealed.position, hash = decode(sealed.hash, 'hex')
      from unnest(
        ${sealed.map(({ seq }) => seq)}::bigint[],
        ${sealed.map(({ position }) => position)}::bigint[],
        ${sealed.map(({ hash }) => hash)}::text[]
      ) as sealed (seq, position, hash)
      where audit.seq = sealed.seq`.execute(trx);
    const at = new Date().toISOString();
    const heads = [...headsByChain].map(([organizationId, { position, hash }]) => ({
      chain: organizationId ?? NO_ORGANIZATION,
      position,
      hash: hash.toString('hex'),
      at,
    }));
    return { sealed: rows.length, heads };
  });
}

function seal(headsByChain: Map<string | null, ChainHead>, row: AuditRow) {
  const head = headsByChain.get(row.organizationId) ?? { position: 0, hash: CHAIN_START };
  const position = head.position + 1;
  const hash = entryHash(head.hash, { ...row, position });
  headsByChain.set(row.organizationId, { position, hash });
  return { seq: row.seq, position, hash: hash.toString('hex') };
}

async function chainHeads(
  db: Kysely<Database>,
  organizations: readonly (string | null)[],
): Promise<Map<string | null, ChainHead>> {
  const headsByChain = new Map<string | null, ChainHead>();
  for (const organizationId of organizations) {
    const head = await chainHead(db, organizationId);
    if (head !== null) headsByChain.set(organizationId, head);
  }
  return headsByChain;
}

/** Returns the last sealed entry of a chain; null when no entry is sealed. */
export async function chainHead(
  db: Kysely<Database>,
  organizationId: string | null,
): Promise<ChainHead | null> {
  const row = await db
    .selectFrom('audit')
    .select(['position', 'hash'])
    // Uses `=` or `is null`, because no index supports `is not distinct from`.
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.position == null || row.hash === null) return null;
  return { position: row.position, hash: row.hash };
}

/** Returns the chains that have entries; null is the chain of rows without an organization. */
export async function chainsOf(db: Kysely<Database>): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select id from organization where exists (select from audit where organization_id = id)
    union all
    select null where exists (select from audit where organization_id is null)
    order by id nulls first`.execute(db);
  return rows.map(({ id }) => id);
}
