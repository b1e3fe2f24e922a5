import type { Generated, JSONColumnType } from 'kysely';

/** JSON column: read as a value, written as text. */
export type Json<T extends object | null> = JSONColumnType<T, string | null, string | null>;
/** ISO 8601 with milliseconds, in UTC. */
export type Instant = string;

/** Columns of every entity. */
export interface StoredColumns {
  id: string;
  organizationId: string;
  version: Generated<number>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  updatedAt: Generated<Instant>;
  updatedBy: string | null;
}

/** Columns of rows with soft delete. */
export interface SoftDeleted {
  deletedAt: Instant | null;
  deletedBy: string | null;
}
