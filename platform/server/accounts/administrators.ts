import { type Kysely, sql } from 'kysely';
import { type Role, type RoleFeatures, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';
import { effectiveFeatures } from './sessions.ts';

/**
 * Serialises changes to the administrators of an organization, because two concurrent deletions
 * could remove the last two.
 */
async function lockAdministrators(db: Kysely<Database>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`administrators ${organizationId}`}, 0))`.execute(
    db,
  );
}

export function isAdministrator(roles: readonly Role[], roleFeatures: RoleFeatures): boolean {
  return effectiveFeatures(roles, roleFeatures).includes('ADMIN_ACCOUNT');
}

/**
 * Returns an error unless another account that can sign in and administer accounts remains. Blocks
 * concurrent checks until the caller's transaction ends.
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
  return errorResponse('LastAdministrator', serverMessage('LAST_ADMINISTRATOR'));
}
