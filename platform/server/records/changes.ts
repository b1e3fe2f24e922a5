import { sql } from 'kysely';
import { actorIdOf, type CallPrincipal } from '../accounts/principal.ts';

/** What every change of an entity's row writes besides the change. */
export function changedBy(principal: CallPrincipal) {
  return {
    version: sql<number>`version + 1`,
    updatedAt: sql<string>`now()`,
    updatedBy: actorIdOf(principal),
  };
}

/** A soft delete: the row stays, and who took it away. */
export function deletedBy(principal: CallPrincipal) {
  return {
    ...changedBy(principal),
    deletedAt: sql<string>`now()`,
    deletedBy: actorIdOf(principal),
  };
}
