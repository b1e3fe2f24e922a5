import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '#contracts';
import { sessionIdleMs } from '../accounts/sessions.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { brokerLeases } from '../leases/broker-leases.ts';
import type { ConnectedDevice, ConnectedUser, ConnectionIdentities } from './broker.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isId = (text: string): boolean => z.safeParse(idSchema, text).success;

/**
 * Implements the broker's authentication with the server's accounts. `serviceSecret` is generated
 * at each start and known only to the server's own processes.
 */
export function connectionIdentities(
  deps: Pick<ServerDeps, 'authenticate' | 'db' | 'clock' | 'deviceStatuses' | 'logger' | 'site'>,
  serviceSecret: string,
): ConnectionIdentities {
  const { db, clock } = deps;
  const idleMs = sessionIdleMs(deps.site.config);
  return {
    leases: brokerLeases(deps),
    deviceStatuses: deps.deviceStatuses,

    async person(accessToken) {
      const principal = await deps.authenticate(accessToken);
      if (principal?.kind !== 'human' || principal.accountId === null) return null;
      if (principal.mustChangePassword) return null;
      const { accountId, organizationId, roles, features, tokenId } = principal;
      const person: ConnectedUser = {
        kind: 'person',
        accountId,
        organizationId,
        roles,
        features,
        tokenId,
      };
      return person;
    },

    async device(deviceId, token) {
      const principal = await deps.authenticate(token);
      if (principal?.kind !== 'device' || principal.deviceId !== deviceId) return null;
      const device: ConnectedDevice = {
        kind: 'device',
        deviceId,
        organizationId: principal.organizationId,
        tokenId: principal.tokenId,
      };
      return device;
    },

    service: (_name, secret) => timingSafeEqual(digest(secret), digest(serviceSecret)),

    async isStillValid(principal) {
      // Reads the row directly, because authenticating would count as use of the session.
      const row = await db
        .selectFrom('sessionToken as t')
        .leftJoin('account as a', (join) =>
          join.onRef('a.organizationId', '=', 't.organizationId').onRef('a.id', '=', 't.accountId'),
        )
        .select(['t.expiresAt', 't.lastUsedAt', 'a.roles', 'a.lockedAt', 'a.deletedAt'])
        .where('t.organizationId', '=', principal.organizationId)
        .where('t.id', '=', principal.tokenId)
        .executeTakeFirst();
      if (row === undefined || row.lockedAt !== null || row.deletedAt !== null) return false;
      if (row.expiresAt !== null && Date.parse(row.expiresAt) <= clock.now()) return false;
      if (principal.kind === 'device') return true;
      if (clock.now() - Date.parse(row.lastUsedAt) >= idleMs) return false;
      // Changed roles invalidate the connection, so that the client reconnects with the new roles.
      return row.roles?.toSorted().join() === principal.roles.toSorted().join();
    },

    async deviceBelongs(organizationId, deviceId) {
      if (!isId(deviceId)) return false;
      const row = await db
        .selectFrom('device')
        .select('id')
        .where('organizationId', '=', organizationId)
        .where('id', '=', deviceId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
