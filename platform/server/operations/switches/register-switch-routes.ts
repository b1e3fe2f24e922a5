import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type OrganizationSwitch,
  type OrganizationSwitches,
  routes,
  type SwitchLock,
} from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { extensionSwitches, modeSwitches } from '../../site/effective-switches.ts';
import type { Site } from '../../site/site.ts';
import { switchRows } from './organization-switches.ts';
import { siteFileOf } from './site-file.ts';

const NO_ORGANIZATION = notFound('The organization');
/** Maximum number of modes that can be named; far above actual use. */
const MAX_MODES = 50;

const LOCK_REASONS: Readonly<Record<SwitchLock, string>> = {
  needed: 'Administration can not be switched off: without it nobody could switch it on again',
  site: 'The site configuration keeps this off; an organization can not switch it on',
  environment: 'An environment variable of the server decides this',
};

/**
 * Registers the routes by which administrators enable and disable parts for their own organization.
 */
export function registerSwitchRoutes(server: FastifyInstance, deps: ServerDeps): void {
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
  const before = (await switchesOf(site, db, organizationId)).items;
  const error = validateChange(
    before.filter((item) => item.kind === kind),
    body,
  );
  if (error !== null) return error;
  addAuditSubject({
    kind,
    name,
    enabled: enabled === null ? 'as the site says' : enabled ? 'on' : 'off',
  });
  await db
    .deleteFrom('organizationSwitch')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  // A part that is on by site default needs no row.
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

function validateChange(
  switches: readonly OrganizationSwitch[],
  { kind, name, enabled }: CallOf<typeof routes.changeSwitch>['body'],
): ErrorResponse | null {
  const current = switches.find((item) => item.name === name);
  if (current === undefined) {
    if (kind === 'extension') return notFound('The extension');
    return switches.length < MAX_MODES
      ? null
      : errorResponse('Conflict', 'Too many modes are named');
  }
  if (current.locked === null || enabled === null) return null;
  return enabled === current.enabled
    ? null
    : errorResponse('Conflict', LOCK_REASONS[current.locked]);
}
