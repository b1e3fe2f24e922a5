import type { Route } from '#contracts';

/**
 * Limit of JSON bodies of callers without a session, and of addresses without a route; no public
 * route needs more than a few fields.
 */
export const PUBLIC_BODY_BYTES = 16 * 1024;

/** Limit of JSON bodies of callers with a session, unless the route states another. */
const SIGNED_IN_BODY_BYTES = 64 * 1024;

/** Returns the limit of a JSON body in bytes. Files are form-data or bytes and have limits of their own. */
export function bodyLimitOf({ access, maxBodyBytes }: Route): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : (maxBodyBytes ?? SIGNED_IN_BODY_BYTES);
}
