import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from '../database/tables/audit.ts';

export type AuditRow = Selectable<AuditTable>;

/** What stands before the first entry of every chain. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Names the chain of rows that belong to no organization, where a name is needed. */
export const NO_ORGANIZATION = 'none';

/** A row that can be hashed: everything that it says, and its place. */
export type ChainedRow = Omit<AuditRow, 'hash' | 'position'> & { readonly position: number };

/**
 * One line of JSON, the same for the same row on every machine: keys in the order written here,
 * those of the subject sorted.
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
    subject: sorted(row.subject),
  });
}

/** The column takes any JSON: what is no object stands as it is, so that no row stops the sealer. */
function sorted(subject: unknown): unknown {
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) return subject;
  return Object.fromEntries(Object.entries(subject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SHA-256 over the hash of the entry before and the canonical text of this one. */
export function entryHash(before: Buffer, row: ChainedRow): Buffer {
  return createHash('sha256').update(before).update(canonicalText(row), 'utf8').digest();
}
