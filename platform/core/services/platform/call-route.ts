import type { CallInput, CallProblem, CallResponse } from '#api-client';
import { type RouteName, routes } from '#contracts';
import type { Result, Token } from '#foundation';
import { apiToken } from './tokens.ts';

/** Input of a route by its name: `params`, `query` and `body` where the route has them. */
export type RouteInput<Name extends RouteName> = CallInput<(typeof routes)[Name]>;
/** Response of a route by its name. */
export type RouteResponse<Name extends RouteName> = CallResponse<(typeof routes)[Name]>;

/**
 * Calls a route of the server by its name in the catalogue, as the signed-in user. Fails with the
 * server's Problem, for example `FORBIDDEN` or `NOT_FOUND`.
 */
export function callRoute<Name extends RouteName>(
  context: { use<T>(token: Token<T>): T },
  name: Name,
  input: RouteInput<Name>,
): Promise<Result<RouteResponse<Name>, CallProblem>> {
  return context.use(apiToken).call(routes[name], input);
}
