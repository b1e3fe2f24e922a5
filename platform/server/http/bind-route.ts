import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idSchema, type Route } from '#contracts';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { ServerParts } from '../server-parts.ts';
import { checkApiKey } from './api-key.ts';
import { actOf, isAudited, writeAudit } from './audit.ts';
import { checkAccess, principalOf } from './authorise.ts';
import type { ByteAnswer } from './byte-answer.ts';
import type { AuditSubject, Handler } from './call.ts';
import { keepsAnswer, namedRequest } from './idempotency.ts';
import { versionOf } from './if-match.ts';
import { Refusal } from './refusal.ts';
import { takeCall } from './request-limit.ts';
import { type AnyHandler, runInTransaction, runOnPool } from './run-call.ts';
import { sendAnswer } from './send-answer.ts';
import { validate } from './validate.ts';

export interface BindOptions {
  /** Says who calls where an address may carry that, in place of the bearer alone. */
  readonly signIn?: (request: FastifyRequest) => Promise<CallPrincipal | Refusal>;
}

/**
 * Serves a route of the catalogue to signed-in people and to the principals it names: checks key,
 * token, feature, input and If-Match, runs the handler in a transaction with its audit row, and
 * makes HTTP of what it returns. `POST` honours Idempotency-Key.
 */
export function bindRoute<R extends Route>(
  server: FastifyInstance,
  parts: ServerParts,
  route: R,
  handler: Handler<R>,
  options: BindOptions = {},
): void {
  if (route.access === 'public') throw new Error(`${route.path} is public: use bindPublicRoute`);
  mount(server, parts, route, async (request) => {
    const principal = await (options.signIn?.(request) ?? principalOf(parts, request));
    if (principal instanceof Refusal) return principal;
    const busy = await takeCall(parts, principal);
    if (busy !== null) return busy;
    const denied = checkAccess(route, principal);
    if (denied !== null) {
      // Only what the call would take: anything can be typed in the place of a word.
      const params = validate(route.params, request.params);
      const subject = params instanceof Refusal ? {} : subjectOf(params.value);
      const act = actOf(route);
      const { organizationId } = principal;
      await writeAudit(parts.db, { principal, organizationId, act, outcome: 'refused', subject });
      return denied;
    }
    return answerTo(parts, route, request, principal, handler as unknown as AnyHandler);
  });
}

/** Serves a route that needs no sign-in. Its handler opens transactions itself. */
export function bindPublicRoute<R extends Route>(
  server: FastifyInstance,
  parts: ServerParts,
  route: R,
  handler: Handler<R, null>,
): void {
  if (route.access !== 'public') throw new Error(`${route.path} is not public: use bindRoute`);
  mount(server, parts, route, (request) =>
    answerTo(parts, route, request, null, handler as unknown as AnyHandler),
  );
}

function mount(
  server: FastifyInstance,
  parts: ServerParts,
  route: Route,
  answer: (request: FastifyRequest) => Promise<unknown>,
): void {
  server.route({
    method: route.method,
    url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    handler: async (request, reply) => {
      const wrongKey = checkApiKey(route, request, parts.site.config.apiKey);
      return sendAnswer(reply, route, wrongKey ?? (await answer(request)));
    },
  });
}

async function answerTo(
  parts: ServerParts,
  route: Route,
  request: FastifyRequest,
  principal: CallPrincipal | null,
  handler: AnyHandler,
): Promise<unknown | ByteAnswer | Refusal> {
  const params = validate(route.params, request.params);
  if (params instanceof Refusal) return params;
  const query = validate(route.query, request.query);
  if (query instanceof Refusal) return query;
  const hasJson = (route.bodyKind ?? 'json') === 'json';
  const body = validate(hasJson ? route.body : undefined, request.body);
  if (body instanceof Refusal) return body;
  const match = versionOf(route, request.headers['if-match']);
  if (match instanceof Refusal) return match;
  const input = {
    params: params.value,
    query: query.value,
    body: body.value,
    version: match.version,
    principal,
    request,
  };
  const audit = {
    act: actOf(route),
    written: principal !== null && isAudited(route),
    subject: subjectOf(params.value),
  };
  const isBrief = route.answer !== undefined && hasJson && route.longRead !== true;
  if (!isBrief || principal === null) return runOnPool(parts, audit, input, handler);
  const named = keepsAnswer(route)
    ? namedRequest(audit.act, principal, request.headers['idempotency-key'], [
        input.params,
        input.body,
      ])
    : null;
  if (named instanceof Refusal) return named;
  return runInTransaction(parts, audit, input, named, handler);
}

/** Path parameters of the catalogue's own words. */
const WORDS: ReadonlySet<string> = new Set(['jobType', 'scanState', 'type']);

/** Path parameters that are ids or words of the catalogue; codes and file names may be a patient's. */
function subjectOf(params: unknown): AuditSubject {
  if (typeof params !== 'object' || params === null) return {};
  const told = Object.entries(params).filter(
    ([name, value]) => WORDS.has(name) || idSchema.safeParse(value).success,
  );
  return Object.fromEntries(told) as AuditSubject;
}
