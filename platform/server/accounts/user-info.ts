import type { Kysely } from 'kysely';
import type { Organization, RoleFeatures, UserInfo } from '#contracts';
import type { AccountRow, Database } from '../database/schema.ts';
import { effectiveFeatures } from './sessions.ts';

/** Returns the account as sent to the user's own browser. */
export function userInfoOf(
  account: AccountRow,
  organization: Organization,
  roleFeatures: RoleFeatures,
): UserInfo {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    jobTitle: account.jobTitle,
    roles: account.roles.map((id) => ({ id })),
    organization,
    askedForResetPassword: account.askedForResetPassword,
    permissions: [...effectiveFeatures(account.roles, roleFeatures)],
  };
}

/**
 * Returns the organization activated for a host name; null when there is none. Used only before
 * sign-in.
 */
export async function organizationOfHost(
  db: Kysely<Database>,
  host: string,
): Promise<Organization | null> {
  const row = await db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where((eb) => eb(eb.val(host.toLowerCase()), '=', eb.fn.any('hosts')))
    .orderBy('createdAt')
    .executeTakeFirst();
  return row ?? null;
}
