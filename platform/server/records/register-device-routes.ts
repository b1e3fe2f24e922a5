import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { notFound } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { wholeList } from './paging.ts';
import { storedOf } from './stored.ts';

export function registerDeviceRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listDevices, async ({ db, params, principal }) => {
    const { organizationId } = principal;
    if (params.organizationId !== organizationId) return notFound('The organization');
    const rows = await db
      .selectFrom('device')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('serialNumber')
      .execute();
    return wholeList(rows, (row) => ({
      ...storedOf(row),
      serialNumber: row.serialNumber,
      model: row.model,
      organizationId: row.organizationId,
      activatedAt: row.activatedAt,
    }));
  });
}
