import { sql } from 'kysely';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';

interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** Returns the columns that every entity has, named as in the contract. */
export function storedOf(row: StoredRow) {
  const { id, version, createdAt, createdBy, updatedAt, updatedBy } = row;
  return { id, version, createdAt, createdBy, updatedAt, updatedBy };
}

/** Returns the organization, creator and editor columns of a new row. */
export function createdBy(principal: CallPrincipal) {
  const actor = actorIdOf(principal);
  return { organizationId: principal.organizationId, createdBy: actor, updatedBy: actor };
}

/** Returns the columns that every update sets: next version, time and editor. */
export function changedBy(principal: CallPrincipal) {
  return {
    version: sql<number>`version + 1`,
    updatedAt: sql<string>`now()`,
    updatedBy: actorIdOf(principal),
  };
}

/** Returns the columns of a soft delete: the row stays, with time and user of the deletion. */
export function deletedBy(principal: CallPrincipal) {
  return {
    ...changedBy(principal),
    deletedAt: sql<string>`now()`,
    deletedBy: actorIdOf(principal),
  };
}
