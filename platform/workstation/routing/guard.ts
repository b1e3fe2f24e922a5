import type { Feature } from '#contracts';
import { loginPath } from './app-path.ts';

/** What the guard needs to know of a route. */
export interface GuardedRoute {
  /** 'anonymous' routes always open; a list means any of these features, an empty one none. */
  readonly access: 'anonymous' | readonly Feature[];
}

/** What the guard needs to know of the session. */
export interface GuardedSession {
  readonly signedIn: boolean;
  readonly features: readonly Feature[];
}

export type GuardDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'sign-in'; readonly to: string }
  /** Lacks the feature: navigation is cancelled without a word. */
  | { readonly kind: 'cancel' };

/** Specification 2, navigation guard. `wanted` is the path with its query. */
export function guard(
  route: GuardedRoute,
  session: GuardedSession,
  requestedPath: string,
): GuardDecision {
  if (route.access === 'anonymous') return { kind: 'open' };
  if (!session.signedIn) return { kind: 'sign-in', to: loginPath(requestedPath) };
  if (route.access.length === 0) return { kind: 'open' };
  const may = route.access.some((feature) => session.features.includes(feature));
  return { kind: may ? 'open' : 'cancel' };
}
