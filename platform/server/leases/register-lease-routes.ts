import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { notFound } from '../http/error-response.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { deviceById } from '../records/shared/device-rows.ts';
import { acquireLease, releaseLease } from './device-leases.ts';

/** Registers the lease routes; one session at a time can command a device. */
export function registerLeaseRoutes(server: FastifyInstance, deps: ServerDeps): void {
  bindRoute(server, deps, routes.leaseDevice, ({ db, params, principal }) =>
    acquireLease(db, principal, params.id),
  );

  bindRoute(server, deps, routes.releaseDevice, async ({ db, params, principal }) => {
    const device = await deviceById(db, principal.organizationId, params.id);
    if (device === undefined) return notFound('The scanner');
    await releaseLease(db, principal, params.id);
    return {};
  });
}
