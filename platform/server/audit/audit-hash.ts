import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from '../database/tables/audit.ts';

export type AuditRow = Selectable<AuditTable>;

/** Previous hash of the first entry of every chain. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Chain name of rows without an organization. */
export const NO_ORGANIZATION = 'none';

/** Row with its position in the chain, ready for hashing. */
export type ChainedRow = Omit<AuditRow, 'hash' | 'position'> & { readonly position: number };

/**
 * Returns the text of a row that is hashed: a single line of JSON that is identical on every
 * machine, with keys in the order below and sorted subject keys.
 */
export function canonicalText(row: ChainedRow): string {
  return JSON.stringify({
    act: row.act,
    actorId: row.actorId,
    actorKind: row.actorKind,
    at: row.at,
    organizationId: row.organizationId,
    outcome: row.outcome,
    position: row.position,
    seq: row.seq,
    subject: sortKeys(row.subject),
  });
}

/**
 * Returns an object with sorted keys. Leaves other values unchanged, because the column accepts any
 * JSON and no row may stop the sealer.
 */
function sortKeys(subject: unknown): unknown {
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) return subject;
  return Object.fromEntries(Object.entries(subject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the SHA-256 of the previous entry's hash and the canonical text of the row. */
export function entryHash(previousHash: Buffer, row: ChainedRow): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalText(row), 'utf8').digest();
}
