import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type OrganizationSwitch,
  type OrganizationSwitches,
  routes,
  type ServerMessage,
  type SwitchLock,
  serverMessage,
} from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import { extensionSwitches, modeSwitches } from '../../site/effective-switches.ts';
import type { Site } from '../../site/site.ts';
import { switchRows } from './organization-switches.ts';
import { siteFileOf } from './site-file.ts';

const NO_ORGANIZATION = notFound('ORGANIZATION_NOT_FOUND');
/** Maximum number of modes with a switch; far above actual use. */
const MAX_MODES = 50;

const LOCK_REASONS: Readonly<Record<SwitchLock, ServerMessage>> = {
  needed: serverMessage('SWITCH_NEEDED'),
  site: serverMessage('SWITCH_OF_SITE'),
  environment: serverMessage('SWITCH_OF_ENVIRONMENT'),
};

/**
 * Registers the routes by which administrators enable and disable extensions and modes for their
 * own organization.
 */
export function registerSwitchRoutes(server: FastifyInstance, deps: RouteDeps): void {
  bindRoute(server, deps, routes.listSwitches, async ({ db, params, principal }) =>
    params.id === principal.organizationId ? switchesOf(deps.site, db, params.id) : NO_ORGANIZATION,
  );

  bindRoute(server, deps, routes.changeSwitch, (call) => changeSwitch(deps.site, call));

  bindRoute(server, deps, routes.siteFile, async () => siteFileOf(deps.site, process.env));
}

async function switchesOf(
  site: Site,
  db: Kysely<Database>,
  organizationId: string,
): Promise<OrganizationSwitches> {
  const rows = await switchRows(db, organizationId);
  return { items: [...extensionSwitches(site, rows), ...modeSwitches(site, rows)] };
}

async function changeSwitch(
  site: Site,
  { db, params, body, principal, addAuditSubject }: CallOf<typeof routes.changeSwitch>,
): Promise<OrganizationSwitches | ErrorResponse> {
  const organizationId = params.id;
  if (organizationId !== principal.organizationId) return NO_ORGANIZATION;
  const { kind, name, enabled } = body;
  const current = (await switchesOf(site, db, organizationId)).items;
  const error = validateChange(
    current.filter((item) => item.kind === kind),
    body,
  );
  if (error !== null) return error;
  addAuditSubject({ kind, name, enabled: auditValueOf(enabled) });
  await db
    .deleteFrom('organizationSwitch')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  // Only `false` needs a row, because an organization cannot enable what its site disables.
  if (enabled === false) {
    const changedBy = actorIdOf(principal);
    await db
      .insertInto('organizationSwitch')
      .values({ organizationId, kind, name, enabled, changedBy })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return switchesOf(site, db, organizationId);
}

function auditValueOf(enabled: boolean | null): string {
  if (enabled === null) return 'as the site says';
  return enabled ? 'on' : 'off';
}

function validateChange(
  switches: readonly OrganizationSwitch[],
  { kind, name, enabled }: CallOf<typeof routes.changeSwitch>['body'],
): ErrorResponse | null {
  const current = switches.find((item) => item.name === name);
  if (current === undefined) {
    if (kind === 'extension') return notFound('EXTENSION_NOT_FOUND');
    return switches.length < MAX_MODES
      ? null
      : errorResponse('Conflict', serverMessage('SWITCH_MODES_FULL'));
  }
  if (current.locked === null || enabled === null) return null;
  return enabled === current.enabled
    ? null
    : errorResponse('Conflict', LOCK_REASONS[current.locked]);
}
