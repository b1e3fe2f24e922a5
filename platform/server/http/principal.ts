import type { Feature, Principal, Role } from '#contracts';

/** Caller of a route; always belongs to exactly one organization. */
export interface CallPrincipal {
  readonly kind: Principal;
  readonly organizationId: string;
  /** Id of the session token row, as in `sessionEnded`. */
  readonly tokenId: string;
  /** Account of a user; null for other principals. */
  readonly accountId: string | null;
  /** Scanner of a device; null for other principals. */
  readonly deviceId: string | null;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
  /** Blind annotators see only their own findings and no patient identity. */
  readonly blind: boolean;
  /**
   * True after sign-in with a password set by an administrator; only the password change is
   * allowed.
   */
  readonly mustChangePassword: boolean;
}

/**
 * Returns the actor for `created_by`, `updated_by` and the audit: the account, the device, or the
 * credential of a worker, which has the id of its token; else null.
 */
export function actorIdOf(principal: CallPrincipal): string | null {
  const { accountId, deviceId, kind, tokenId } = principal;
  return accountId ?? deviceId ?? (kind === 'worker' ? tokenId : null);
}
