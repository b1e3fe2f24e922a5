import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type OrganizationSwitch,
  type OrganizationSwitches,
  routes,
  type SwitchLock,
} from '#contracts';
import { actorIdOf } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import { extensionSwitches, modeSwitches } from '../../site/effective-switches.ts';
import { switchRows } from '../../site/organization-switches.ts';
import type { Site } from '../../site/site.ts';
import { siteFileOf } from './site-file.ts';

const NO_ORGANIZATION = notFound('The organization');
/** So many modes can be named; there are a handful. */
const MOST_MODES = 50;

const WHY_LOCKED: Readonly<Record<SwitchLock, string>> = {
  needed: 'Administration can not be switched off: without it nobody could switch it on again',
  site: 'The site configuration keeps this off; an organization can not switch it on',
  environment: 'An environment variable of the server decides this',
};

/** What administrators switch for their own organization. */
export function registerSwitchRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listSwitches, async ({ db, params, principal }) =>
    params.id === principal.organizationId
      ? switchesOf(parts.site, db, params.id)
      : NO_ORGANIZATION,
  );

  bindRoute(server, parts, routes.changeSwitch, (call) => changeSwitch(parts.site, call));

  bindRoute(server, parts, routes.siteFile, async () => siteFileOf(parts.site, process.env));
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
  { db, params, body, principal, about }: CallOf<typeof routes.changeSwitch>,
): Promise<OrganizationSwitches | Refusal> {
  const organizationId = params.id;
  if (organizationId !== principal.organizationId) return NO_ORGANIZATION;
  const { kind, name, enabled } = body;
  const before = (await switchesOf(site, db, organizationId)).items;
  const refused = refusalOf(
    before.filter((one) => one.kind === kind),
    body,
  );
  if (refused !== null) return refused;
  about({ kind, name, enabled: enabled === null ? 'as the site says' : enabled ? 'on' : 'off' });
  await db
    .deleteFrom('organizationSwitch')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  // What is on by the site's own word needs no row that says so again.
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

function refusalOf(
  known: readonly OrganizationSwitch[],
  { kind, name, enabled }: CallOf<typeof routes.changeSwitch>['body'],
): Refusal | null {
  const found = known.find((one) => one.name === name);
  if (found === undefined) {
    if (kind === 'extension') return notFound('The extension');
    return known.length < MOST_MODES ? null : refuse('Conflict', 'Too many modes are named');
  }
  if (found.locked === null || enabled === null) return null;
  return enabled === found.enabled ? null : refuse('Conflict', WHY_LOCKED[found.locked]);
}
