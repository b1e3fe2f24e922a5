import type { FastifyRequest } from 'fastify';
import { permitsCall, type Route, serverMessage, waitsForPasswordChange } from '#contracts';
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
  return principal ?? errorResponse('Unauthorized', serverMessage('SIGN_IN_REQUIRED'));
}

/**
 * Returns null when the call is allowed: by feature for users, by `route.principals` for other
 * principals.
 */
export function checkAccess(route: Route, principal: CallPrincipal): ErrorResponse | null {
  if (principal.mustChangePassword && waitsForPasswordChange(route)) {
    const reason = 'PasswordChangeRequired';
    return errorResponse(reason, serverMessage('PASSWORD_CHANGE_REQUIRED'), { reason });
  }
  const allowed =
    principal.kind === 'human'
      ? permitsCall(route, principal.features)
      : route.principals.includes(principal.kind);
  return allowed ? null : errorResponse('Forbidden', serverMessage('NOT_PERMITTED'));
}
