import { actorIdOf, type CallPrincipal } from '../accounts/principal.ts';

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
