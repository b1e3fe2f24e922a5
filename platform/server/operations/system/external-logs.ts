import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { networkOf } from '../../accounts/network-of.ts';
import { organizationOfRequest } from '../../accounts/organization-of-host.ts';
import { consumePoint, type RateLimit } from '../../accounts/rate-limit.ts';
import type { Database } from '../../database/schema.ts';
import { principalOf } from '../../http/authorise.ts';
import { bindPublicRoute, bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { redactMessage, redactPage, redactStack } from './redact-log.ts';

/** Limit per network address; counted in the database, so across all servers of a site. */
const ENTRY_LIMIT: RateLimit = { action: 'externalLog', points: 60, minutes: 1 };
/** Maximum entries per organization; older entries are deleted. */
const MAX_ENTRIES = 2_000;

/**
 * Registers the routes of browser errors, which administrators read. Errors are accepted before
 * sign-in, too.
 */
export function registerExternalLogRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock'>,
): void {
  bindPublicRoute(server, deps, routes.writeExternalLogs, (call) => writeEntries(deps, call));

  bindRoute(server, deps, routes.listExternalLogs, ({ db, query, principal }) =>
    newestPage(
      db
        .selectFrom('externalLog')
        .select(['id', 'at', 'at as createdAt', 'accountId', 'level', 'code', 'message'])
        .select(['stack', 'page', 'appVersion'])
        .where('organizationId', '=', principal.organizationId),
      query,
      ({ createdAt: _createdAt, appVersion, ...row }) => ({ ...row, version: appVersion }),
      { at: sql`at`, id: sql`id` },
    ),
  );
}

/**
 * Stores browser errors without personal data. Stores nothing when the organization is unknown,
 * because no administrator could read the entry.
 */
async function writeEntries(
  deps: Pick<ServerDeps, 'authenticate' | 'clock' | 'db'>,
  { body, request, transaction }: CallOf<typeof routes.writeExternalLogs, null>,
) {
  const signedIn =
    request.headers.authorization === undefined ? null : await principalOf(deps, request);
  const principal = signedIn instanceof ErrorResponse ? null : signedIn;
  const organizationId =
    principal?.organizationId ?? (await organizationOfRequest(deps.db, request))?.id;
  if (organizationId === undefined) return {};
  const key = { organizationId, subject: networkOf(request.ip) };
  const limitError = await consumePoint(deps.db, deps.clock, ENTRY_LIMIT, key, body.entries.length);
  if (limitError !== null)
    return errorResponse('TooManyRequests', serverMessage('LOG_ENTRIES_TOO_MANY'), limitError.data);
  const rows = body.entries.map(({ message, stack, page, version, ...entry }) => ({
    ...entry,
    id: newId(),
    organizationId,
    accountId: principal?.accountId ?? null,
    message: redactMessage(message),
    stack: redactStack(stack),
    page: redactPage(page),
    appVersion: version,
  }));
  await transaction(async (db) => {
    await db.insertInto('externalLog').values(rows).execute();
    await deleteOldest(db, organizationId);
  });
  return {};
}

/** Deletes entries beyond the newest `MAX_ENTRIES` of an organization. */
async function deleteOldest(db: Kysely<Database>, organizationId: string): Promise<void> {
  await sql`
    delete from external_log
    where organization_id = ${organizationId} and (at, id) <= (
      select at, id from external_log where organization_id = ${organizationId}
      order by at desc, id desc offset ${MAX_ENTRIES} limit 1)`.execute(db);
}
