import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { serveApiDocs } from '../../api-docs/serve-api-docs.ts';
import { bindPublicRoute } from '../../http/bind-route.ts';
import type { PublicRouteDeps } from '../../http/server-deps.ts';
import { publicConfigOf } from '../../site/public-config.ts';
import type { ServerRegistrations } from '../../site/server-registrations.ts';
import { switchesOfHost } from '../switches/organization-switches.ts';
import type { Health } from './health.ts';

/**
 * Registers the public system routes: health, the browser's part of the site configuration and the
 * API documentation.
 */
export function registerSystemRoutes(
  server: FastifyInstance,
  deps: PublicRouteDeps,
  health: Health,
  registrations: ServerRegistrations,
): void {
  bindPublicRoute(server, deps, routes.health, () => health.report());
  bindPublicRoute(server, deps, routes.publicConfig, async ({ request }) =>
    publicConfigOf(deps.site, registrations.problems, await switchesOfHost(deps, request)),
  );
  serveApiDocs(server);
}
