import type { FastifyRequest } from 'fastify';
import { type Route, routes } from '#contracts';
import { type ErrorResponse, errorResponse } from './error-response.ts';
import type { CallPrincipal } from './principal.ts';
import type { ServerDeps } from './server-deps.ts';

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/;

/**
 * Returns the principal of the bearer token; 401 when the token is missing, unknown, expired or
 * revoked.
 */
export async function principalOf(
  deps: Pick<ServerDeps, 'authenticate'>,
  request: FastifyRequest,
): Promise<CallPrincipal | ErrorResponse> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const principal = token === undefined ? null : await deps.authenticate(token);
  return principal ?? errorResponse('Unauthorized', 'Sign in to go on');
}

/** Routes allowed before a user changes a password set by an administrator. */
const BEFORE_CHANGE: ReadonlySet<Route> = new Set<Route>([
  routes.me,
  routes.logOff,
  routes.changePasswordByUser,
]);

/**
 * Returns null when the call is allowed: by feature for users, by `route.principals` for other
 * principals.
 */
export function checkAccess(route: Route, principal: CallPrincipal): ErrorResponse | null {
  const { access } = route;
  if (principal.mustChangePassword && !BEFORE_CHANGE.has(route)) {
    const reason = 'PasswordChangeRequired';
    return errorResponse(reason, 'Choose a new password before you go on', { reason });
  }
  const allowed =
    principal.kind === 'human'
      ? access === 'public' ||
        access === 'signed-in' ||
        access.some((feature) => principal.features.includes(feature))
      : route.principals.includes(principal.kind);
  return allowed ? null : errorResponse('Forbidden', 'This account may not do that');
}
