import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { notFound } from '../http/error-response.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { deviceById } from '../records/shared/device-rows.ts';
import { acquireLease, releaseLease } from './device-leases.ts';

/**
 * Registers the routes that lease and release a device; only the session with the lease commands
 * it.
 */
export function registerLeaseRoutes(server: FastifyInstance, deps: RouteDeps): void {
  bindRoute(server, deps, routes.leaseDevice, ({ db, params, principal }) =>
    acquireLease(db, principal, params.id),
  );

  bindRoute(server, deps, routes.releaseDevice, async ({ db, params, principal }) => {
    const device = await deviceById(db, principal.organizationId, params.id);
    if (device === undefined) return notFound('SCANNER_NOT_FOUND');
    await releaseLease(db, principal, params.id);
    return {};
  });
}
