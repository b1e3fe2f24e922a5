import type { Feature, Principal, Role } from '#contracts';

/** Who makes a call, always of exactly one organization. */
export interface CallPrincipal {
  readonly kind: Principal;
  readonly organizationId: string;
  /** Id of the session token row; what `sessionEnded` names. */
  readonly tokenId: string;
  /** The account of a person; null for the others. */
  readonly accountId: string | null;
  readonly deviceId: string | null;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
  /** A blind annotator sees only findings of their own and no patient identity. */
  readonly blind: boolean;
  /** Signed in with a password that someone else has set: nothing goes but changing it. */
  readonly mustChangePassword: boolean;
}

/** What goes into created_by, updated_by and the audit: the account, else the device, else null. */
export function actorIdOf(principal: CallPrincipal): string | null {
  return principal.accountId ?? principal.deviceId;
}
