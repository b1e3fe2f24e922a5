import type { Organization, RoleFeatures, UserInfo } from '#contracts';
import type { AccountRow } from '../database/schema.ts';
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
