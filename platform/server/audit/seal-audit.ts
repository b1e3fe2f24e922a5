import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type AuditRow, CHAIN_START, entryHash, NO_ORGANIZATION } from './audit-hash.ts';
import type { AuditHead } from './audit-heads.ts';

/** One sealer at a time over all processes of a database; the number has no meaning. */
const SEAL_LOCK = 7_420_010;
/** Rows of one transaction; a backlog is sealed in several, so that nobody waits for the hashing. */
export const SEAL_BATCH = 500;

export interface SealedRound {
  readonly sealed: number;
  /** Where each chain stands that has grown. */
  readonly heads: readonly AuditHead[];
}

const NOTHING: SealedRound = { sealed: 0, heads: [] };

interface Tip {
  position: number;
  hash: Buffer;
}

/**
 * Gives the oldest unsealed rows their place and hash, each in its organization's chain. Only rows
 * whose act is committed are seen, so the order is the sealer's. Another process that is sealing
 * leaves this one nothing to do.
 */
export async function sealRound(db: Kysely<Database>, batch = SEAL_BATCH): Promise<SealedRound> {
  return db.transaction().execute(async (inside) => {
    const { rows: locks } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${SEAL_LOCK}) as mine`.execute(inside);
    if (locks[0]?.mine !== true) return NOTHING;
    const rows = await inside
      .selectFrom('audit')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('seq')
      .limit(batch)
      .execute();
    if (rows.length === 0) return NOTHING;
    const tips = await chainTips(inside, [...new Set(rows.map((row) => row.organizationId))]);
    const places = rows.map((row) => seal(tips, row));
    await sql`
      update audit set position = sealed.position, hash = decode(sealed.hash, 'hex')
      from unnest(
        ${places.map(({ seq }) => seq)}::bigint[],
        ${places.map(({ position }) => position)}::bigint[],
        ${places.map(({ hash }) => hash)}::text[]
      ) as sealed (seq, position, hash)
      where audit.seq = sealed.seq`.execute(inside);
    const at = new Date().toISOString();
    const heads = [...tips].map(([organizationId, { position, hash }]) => ({
      chain: organizationId ?? NO_ORGANIZATION,
      position,
      hash: hash.toString('hex'),
      at,
    }));
    return { sealed: rows.length, heads };
  });
}

function seal(tips: Map<string | null, Tip>, row: AuditRow) {
  const tip = tips.get(row.organizationId) ?? { position: 0, hash: CHAIN_START };
  const position = tip.position + 1;
  const hash = entryHash(tip.hash, { ...row, position });
  tips.set(row.organizationId, { position, hash });
  return { seq: row.seq, position, hash: hash.toString('hex') };
}

async function chainTips(
  db: Kysely<Database>,
  organizations: readonly (string | null)[],
): Promise<Map<string | null, Tip>> {
  const tips = new Map<string | null, Tip>();
  for (const organizationId of organizations) {
    const tip = await chainTip(db, organizationId);
    if (tip !== null) tips.set(organizationId, tip);
  }
  return tips;
}

/** The last sealed entry of a chain; null where nothing is sealed yet. */
export async function chainTip(
  db: Kysely<Database>,
  organizationId: string | null,
): Promise<Tip | null> {
  const row = await db
    .selectFrom('audit')
    .select(['position', 'hash'])
    // An equality and not `is not distinct from`, which no index serves.
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.position == null || row.hash === null) return null;
  return { position: row.position, hash: row.hash };
}

/** The chains that have entries: organizations, and null for the rows that name none. */
export async function chainsOf(db: Kysely<Database>): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select id from organization where exists (select from audit where organization_id = id)
    union all
    select null where exists (select from audit where organization_id is null)
    order by id nulls first`.execute(db);
  return rows.map(({ id }) => id);
}
