import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { idSchema, type Route } from '#contracts';
import { checkApiKey, isByAddress, serverPath } from './api-key.ts';
import { actionOf, isAudited, writeAudit } from './audit.ts';
import { checkAccess, principalOf } from './authorise.ts';
import { bodyLimitOf } from './body-limits.ts';
import type { ByteResponse } from './byte-response.ts';
import type { AuditSubject, Handler } from './call.ts';
import { ErrorResponse } from './error-response.ts';
import { namedRequest, storesResponse } from './idempotency.ts';
import { versionOf } from './if-match.ts';
import type { CallPrincipal } from './principal.ts';
import { consumeCall } from './request-limit.ts';
import { type AnyHandler, runInTransaction, runOnPool } from './run-call.ts';
import { sendErrorPage, sendResponse } from './send-response.ts';
import type { CallDeps, PublicRouteDeps, RouteDeps } from './server-deps.ts';
import { validate } from './validate.ts';

export interface BindOptions {
  /** Replaces the bearer check on routes whose URL may carry a token. */
  readonly signIn?: (request: FastifyRequest) => Promise<CallPrincipal | ErrorResponse>;
}

/**
 * Serves a route of the catalogue to signed-in users and the principals that the route allows.
 * Checks key, token, feature, input and If-Match, runs the handler in a transaction with its audit
 * row and sends the result. `POST` honours Idempotency-Key.
 */
export function bindRoute<R extends Route>(
  server: FastifyInstance,
  deps: RouteDeps,
  route: R,
  handler: Handler<R>,
  options: BindOptions = {},
): void {
  if (route.access === 'public') throw new Error(`${route.path} is public: use bindPublicRoute`);
  const principals = new WeakMap<FastifyRequest, CallPrincipal>();
  mount(server, deps, route, {
    async admit(request) {
      const principal = await (options.signIn?.(request) ?? principalOf(deps, request));
      if (principal instanceof ErrorResponse) return principal;
      principals.set(request, principal);
      return (
        (await consumeCall(deps.callLimiter, principal)) ??
        (await denyCall(deps, route, request, principal))
      );
    },
    async respond(request) {
      const principal = principals.get(request);
      if (principal === undefined) throw new Error(`${route.path} ran without its principal`);
      return respondTo(deps, route, request, principal, handler as unknown as AnyHandler);
    },
  });
}

/** Returns the error of a call that the principal may not make, with its audit row; else null. */
async function denyCall(
  deps: RouteDeps,
  route: Route,
  request: FastifyRequest,
  principal: CallPrincipal,
): Promise<ErrorResponse | null> {
  const denied = checkAccess(route, principal);
  if (denied === null) return null;
  // Audits only validated parameters, because an invalid parameter may contain any text.
  const params = validate(route.params, request.params);
  const subject = params instanceof ErrorResponse ? {} : subjectOf(params.value);
  const action = actionOf(route);
  const { organizationId } = principal;
  await writeAudit(deps.db, { principal, organizationId, action, outcome: 'refused', subject });
  return denied;
}

/** Serves a route without sign-in. The handler opens its own transactions. */
export function bindPublicRoute<R extends Route>(
  server: FastifyInstance,
  deps: PublicRouteDeps,
  route: R,
  handler: Handler<R, null>,
): void {
  if (route.access !== 'public') throw new Error(`${route.path} is not public: use bindRoute`);
  mount(server, deps, route, {
    admit: async () => null,
    respond: (request) => respondTo(deps, route, request, null, handler as unknown as AnyHandler),
  });
}

/** The two steps of a call. */
interface CallSteps {
  /** Returns why the call is rejected; null to continue. Runs before the body is read. */
  admit(request: FastifyRequest): Promise<ErrorResponse | null>;
  respond(request: FastifyRequest): Promise<unknown>;
}

function mount(
  server: FastifyInstance,
  deps: Pick<RouteDeps, 'site'>,
  route: Route,
  steps: CallSteps,
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, response: unknown) =>
    response instanceof ErrorResponse && isByAddress(route, request)
      ? sendErrorPage(reply, response)
      : sendResponse(reply, route, response);
  server.route({
    method: route.method,
    url: serverPath(route),
    bodyLimit: bodyLimitOf(route),
    config: { takesFiles: (route.bodyKind ?? 'json') !== 'json' },
    // Rejects strangers before their body is read, so that they can't occupy the server.
    onRequest: async (request, reply) => {
      const keyError = checkApiKey(route, request, deps.site.config.apiKey);
      const error = keyError ?? (await steps.admit(request));
      return error === null ? undefined : send(request, reply, error);
    },
    handler: async (request, reply) => send(request, reply, await steps.respond(request)),
  });
}

/** What a route without a schema takes, so that it refuses data instead of ignoring it. */
const noFields = z.strictObject({});
const emptyBody = z.union([z.null(), z.undefined(), noFields]);

async function respondTo(
  deps: CallDeps,
  route: Route,
  request: FastifyRequest,
  principal: CallPrincipal | null,
  handler: AnyHandler,
): Promise<unknown | ByteResponse | ErrorResponse> {
  const params = validate(route.params, request.params);
  if (params instanceof ErrorResponse) return params;
  const query = validate(route.query ?? noFields, request.query);
  if (query instanceof ErrorResponse) return query;
  const hasJson = (route.bodyKind ?? 'json') === 'json';
  const body = validate(hasJson ? (route.body ?? emptyBody) : undefined, request.body);
  if (body instanceof ErrorResponse) return body;
  const match = versionOf(route, request.headers['if-match']);
  if (match instanceof ErrorResponse) return match;
  const input = {
    params: params.value,
    query: query.value,
    body: body.value,
    version: match.version,
    principal,
    request,
  };
  const audit = {
    action: actionOf(route),
    isWritten: principal !== null && isAudited(route),
    subject: subjectOf(params.value),
  };
  // Calls with bytes or long reads must not keep a transaction open.
  const isTransactional = route.response !== undefined && hasJson && route.longRead !== true;
  if (!isTransactional || principal === null) return runOnPool(deps, audit, input, handler);
  const named = storesResponse(route)
    ? namedRequest(audit.action, principal, request.headers['idempotency-key'], [
        input.params,
        input.body,
      ])
    : null;
  if (named instanceof ErrorResponse) return named;
  return runInTransaction(deps, audit, input, named, handler);
}

/** Path parameters with catalogue codes as values. */
const CATALOGUE_PARAMS: ReadonlySet<string> = new Set(['jobType', 'scanState', 'type']);

/**
 * Returns the path parameters that are ids or catalogue codes, because other codes and file names
 * may contain patient data.
 */
function subjectOf(params: unknown): AuditSubject {
  if (typeof params !== 'object' || params === null) return {};
  const safeParams = Object.entries(params).filter(
    ([name, value]) => CATALOGUE_PARAMS.has(name) || idSchema.safeParse(value).success,
  );
  return Object.fromEntries(safeParams) as AuditSubject;
}
