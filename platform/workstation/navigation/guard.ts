import type { Feature } from '#contracts';
import { loginPath } from './app-path.ts';

/** Part of a route that the guard uses. */
export interface GuardedRoute {
  /**
   * 'anonymous' is always allowed; a list requires any of its features; an empty list requires only
   * sign-in.
   */
  readonly access: 'anonymous' | readonly Feature[];
}

/** Part of the session that the guard uses. */
export interface GuardedSession {
  readonly signedIn: boolean;
  readonly features: readonly Feature[];
}

/** What happens to a navigation. */
export type GuardDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'sign-in'; readonly to: string }
  /** The required feature is missing; navigation is cancelled without a notice. */
  | { readonly kind: 'cancel' };

/**
 * Decides whether a session may open a route. `requestedPath`, with query, is opened after sign-in.
 */
export function guard(
  route: GuardedRoute,
  session: GuardedSession,
  requestedPath: string,
): GuardDecision {
  if (route.access === 'anonymous') return { kind: 'open' };
  if (!session.signedIn) return { kind: 'sign-in', to: loginPath(requestedPath) };
  if (route.access.length === 0) return { kind: 'open' };
  const isAllowed = route.access.some((feature) => session.features.includes(feature));
  return { kind: isAllowed ? 'open' : 'cancel' };
}
