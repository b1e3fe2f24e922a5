import type { IncomingHttpHeaders } from 'node:http';
import type { Kysely } from 'kysely';
import { isLoopbackName, type Organization } from '#contracts';
import type { Database } from '../database/schema.ts';

/** The parts of a request that tell its host. */
export interface HostRequest {
  readonly hostname: string;
  readonly headers: IncomingHttpHeaders;
}

/** Headers that a proxy adds to the requests that it forwards. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
] as const;

/** Returns the organization activated for the host of a request; null when there is none. */
export function organizationOfRequest(
  db: Kysely<Database>,
  request: HostRequest,
): Promise<Organization | null> {
  return organizationOfHost(db, request.hostname, request);
}

/**
 * Returns the organization activated for a host name; null when there is none. Used only before
 * sign-in. The demonstration is unknown to requests that another machine may have sent, because the
 * passwords of its accounts are published.
 */
export async function organizationOfHost(
  db: Kysely<Database>,
  host: string,
  request: HostRequest,
): Promise<Organization | null> {
  const row = await db
    .selectFrom('organization')
    .select(['id', 'name', 'demonstration'])
    .where((eb) => eb(eb.val(host.toLowerCase()), '=', eb.fn.any('hosts')))
    .orderBy('createdAt')
    .executeTakeFirst();
  if (row === undefined || (row.demonstration && !isFromThisMachine(request))) return null;
  return { id: row.id, name: row.name };
}

/**
 * Returns whether a request names a loopback host and no proxy has forwarded it. Browsers resolve
 * every name below `localhost` to the loopback address (RFC 6761, 6.3).
 */
function isFromThisMachine({ hostname, headers }: HostRequest): boolean {
  const isLoopback = isLoopbackName(hostname) || hostname.toLowerCase().endsWith('.localhost');
  return isLoopback && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
