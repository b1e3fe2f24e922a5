import { type Kysely, sql } from 'kysely';
import type { Role, RoleFeatures } from '#contracts';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';
import { effectiveFeatures } from './sessions.ts';

/** One at a time in an organization: two that are deleted at once would leave none. */
async function lockAdministrators(db: Kysely<Database>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`administrators ${organizationId}`}, 0))`.execute(
    db,
  );
}

export function isAdministrator(roles: readonly Role[], roleFeatures: RoleFeatures): boolean {
  return effectiveFeatures(roles, roleFeatures).includes('ADMIN_ACCOUNT');
}

/**
 * Null when someone who can sign in and may administer accounts remains without this one. Holds
 * others back until the caller's transaction ends.
 */
export async function rejectLastAdministrator(
  db: Kysely<Database>,
  organizationId: string,
  accountId: string,
  roleFeatures: RoleFeatures,
): Promise<ErrorResponse | null> {
  await lockAdministrators(db, organizationId);
  const others = await db
    .selectFrom('account')
    .select('roles')
    .where('organizationId', '=', organizationId)
    .where('id', '<>', accountId)
    .where('deletedAt', 'is', null)
    .where('lockedAt', 'is', null)
    .where('state', '<>', 'INVITED')
    .execute();
  if (others.some((other) => isAdministrator(other.roles, roleFeatures))) return null;
  return errorResponse(
    'LastAdministrator',
    'Nobody else could administer accounts any more. Give someone else that role first',
  );
}
