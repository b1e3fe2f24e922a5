import { sql } from 'kysely';
import { actorIdOf, type CallPrincipal } from '../../accounts/principal.ts';

interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** The columns that every entity carries, as the contract names them. */
export function storedOf(row: StoredRow) {
  const { id, version, createdAt, createdBy, updatedAt, updatedBy } = row;
  return { id, version, createdAt, createdBy, updatedAt, updatedBy };
}

/** Who made a new row, and of which organization. */
export function createdBy(principal: CallPrincipal) {
  const actor = actorIdOf(principal);
  return { organizationId: principal.organizationId, createdBy: actor, updatedBy: actor };
}

/** What every change of a row sets: the next version, when, and by whom. */
export function changedBy(principal: CallPrincipal) {
  return {
    version: sql<number>`version + 1`,
    updatedAt: sql<string>`now()`,
    updatedBy: actorIdOf(principal),
  };
}

/** A soft delete: the row stays, and says when and by whom it was deleted. */
export function deletedBy(principal: CallPrincipal) {
  return {
    ...changedBy(principal),
    deletedAt: sql<string>`now()`,
    deletedBy: actorIdOf(principal),
  };
}
