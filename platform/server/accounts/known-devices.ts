import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Clock, newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Cookie that identifies a browser from which an account has signed in. Grants no access; only
 * separates the failure count of a known browser from that of unknown browsers. A cookie and not
 * local storage, because signing out clears local storage and no script needs the value.
 */
const COOKIE = 'clockface-device';
const COOKIE_PATH = '/api/accounts/actions/login';
const YEAR_SECONDS = 31_536_000;
const TOKEN = /^[\w-]{43}$/;

/** Set-Cookie values by request, sent with the response. */
const pendingCookies = new WeakMap<FastifyRequest, string>();

/** Sends the cookies that `storeKnownDevice` prepared. */
export function sendDeviceCookies(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    const cookie = pendingCookies.get(request);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
  });
}

function tokenOf(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === COOKIE && TOKEN.test(value)) return value;
  }
  return null;
}

/**
 * Returns the id of the device from which the account of an address has signed in before, or an
 * empty string. Runs the same query whether or not the address has an account.
 */
export async function knownDeviceId(
  db: Kysely<Database>,
  request: FastifyRequest,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<string> {
  const token = tokenOf(request);
  if (token === null) return '';
  const row = await db
    .selectFrom('knownDevice as d')
    .innerJoin('account as a', (join) =>
      join.onRef('a.organizationId', '=', 'd.organizationId').onRef('a.id', '=', 'd.accountId'),
    )
    .select('d.id')
    .where('d.organizationId', '=', organizationId)
    .where('d.tokenHash', '=', hashToken(token))
    .where('a.email', '=', email)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? '';
}

/** Stores the browser of a successful sign-in as a known device. */
export async function storeKnownDevice(
  db: Kysely<Database>,
  clock: Clock,
  request: FastifyRequest,
  account: { readonly id: string; readonly organizationId: string },
  publicUrl: string | null,
): Promise<void> {
  const token = tokenOf(request) ?? newToken();
  const lastUsedAt = new Date(clock.now()).toISOString();
  await db
    .insertInto('knownDevice')
    .values({
      id: newId(),
      organizationId: account.organizationId,
      accountId: account.id,
      tokenHash: hashToken(token),
      lastUsedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'accountId', 'tokenHash']).doUpdateSet({ lastUsedAt }),
    )
    .execute();
  const { pathname, protocol } = new URL(publicUrl ?? 'http://localhost');
  const attributes = [
    `${COOKIE}=${token}`,
    `Path=${pathname.replace(/\/$/, '')}${COOKIE_PATH}`,
    `Max-Age=${YEAR_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ];
  pendingCookies.set(request, attributes.join('; '));
}
