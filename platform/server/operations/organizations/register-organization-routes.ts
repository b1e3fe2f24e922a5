import type { FastifyInstance } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { fieldError, type OrganizationRecord, routes, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { OrganizationTable } from '../../database/tables/accounts.ts';
import { bindPublicRoute, bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import {
  errorResponse,
  notFound,
  ValidationErrorResponse,
  versionConflict,
} from '../../http/error-response.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { changedBy, storedOf } from '../../records/shared/stored.ts';
import { ActivationThrottle, activateOrganization } from './activate-organization.ts';

const NO_ORGANIZATION = notFound('ORGANIZATION_NOT_FOUND');

/**
 * Registers the routes by which administrators view and change their own organization; new
 * organizations are created on the server.
 */
export function registerOrganizationRoutes(server: FastifyInstance, deps: RouteDeps): void {
  const throttle = new ActivationThrottle();
  bindPublicRoute(server, deps, routes.activateOrganization, (call) =>
    activateOrganization(throttle, call),
  );

  bindRoute(server, deps, routes.listOrganizations, ({ db, query, principal }) =>
    newestPage(organizationById(db, principal.organizationId), query, toOrganization),
  );

  bindRoute(server, deps, routes.getOrganization, async ({ db, params, principal }) => {
    const row = await organizationById(db, principal.organizationId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    return row === undefined ? NO_ORGANIZATION : toOrganization(row);
  });

  bindRoute(server, deps, routes.createOrganization, async () =>
    errorResponse('Forbidden', serverMessage('ORGANIZATION_CREATE')),
  );

  bindRoute(server, deps, routes.updateOrganization, updateOrganization);

  bindRoute(server, deps, routes.deleteOrganization, async ({ params, principal }) =>
    params.id === principal.organizationId
      ? errorResponse('Forbidden', serverMessage('ORGANIZATION_DELETE'))
      : NO_ORGANIZATION,
  );
}

function organizationById(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('organization').selectAll().where('id', '=', organizationId);
}

function toOrganization(row: Selectable<OrganizationTable>): OrganizationRecord {
  return { ...storedOf(row), name: row.name, hosts: [...row.hosts] };
}

async function updateOrganization({
  db,
  params,
  body,
  principal,
  version,
}: CallOf<typeof routes.updateOrganization>) {
  if (params.id !== principal.organizationId) return NO_ORGANIZATION;
  const rows = organizationById(db, params.id);
  const current = await rows.forUpdate().executeTakeFirst();
  if (current === undefined) return NO_ORGANIZATION;
  if (current.version !== version) return versionConflict(toOrganization(current));
  const added = body.hosts.filter((host) => !current.hosts.includes(host));
  if (added.length > 0) {
    return new ValidationErrorResponse([fieldError('hosts', 'HOST_NEEDS_CODE')]);
  }
  await db
    .updateTable('organization')
    .set({ name: body.name, hosts: [...new Set(body.hosts)], ...changedBy(principal) })
    .where('id', '=', params.id)
    .execute();
  return toOrganization(await rows.executeTakeFirstOrThrow());
}
