import type { Generated, JSONColumnType } from 'kysely';

/** A JSON column: read as the value, written as its text. */
export type Json<T extends object | null> = JSONColumnType<T, string | null, string | null>;
/** ISO 8601 with milliseconds, in UTC. */
export type Instant = string;

/** What every entity's row carries. */
export interface StoredColumns {
  id: string;
  organizationId: string;
  version: Generated<number>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  updatedAt: Generated<Instant>;
  updatedBy: string | null;
}

/** Rows that stay when they are deleted. */
export interface SoftDeleted {
  deletedAt: Instant | null;
  deletedBy: string | null;
}
