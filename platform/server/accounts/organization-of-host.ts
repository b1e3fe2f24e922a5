import type { IncomingHttpHeaders } from 'node:http';
import type { Kysely } from 'kysely';
import { isLoopbackName, type Organization } from '#contracts';
import type { Database } from '../database/schema.ts';

/** The parts of a request that tell its host. */
export interface HostRequest {
  readonly hostname: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Headers with names of their own that proxies, content delivery networks and tunnels add to the
 * requests that they forward. Browsers send none of them.
 */
const PROXY_HEADER =
  /^(via|(cf|fastly|fly|akamai|tailscale|ngrok)-.+)$|forward|proxy|cdn|(client|real|remote)-?(ip|addr)/;

/** Headers of browsers and of this product that begin with `x-`; proxies add many others. */
const OWN_X_HEADERS: ReadonlySet<string> = new Set([
  'x-api-key',
  'x-checksum-sha256',
  'x-requested-with',
]);

const isProxyHeader = (name: string): boolean =>
  PROXY_HEADER.test(name) || (name.startsWith('x-') && !OWN_X_HEADERS.has(name));

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
  return isLoopback && !Object.keys(headers).some(isProxyHeader);
}
