import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Clock, newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * A cookie, not local storage: signing out clears that, and no script has to read this. It opens
 * nothing; it only keeps strangers' failures from locking out who has signed in here before.
 */
const COOKIE = 'clockface-device';
const COOKIE_PATH = '/api/accounts/actions/login';
const YEAR_SECONDS = 31_536_000;
const TOKEN = /^[\w-]{43}$/;

/** Answers that are to carry a cookie. */
const toSet = new WeakMap<FastifyRequest, string>();

/** Sends what `storeKnownDevice` has made. */
export function sendDeviceCookies(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    const cookie = toSet.get(request);
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
 * Id of the device from which the account of an address has signed in before; empty where there is
 * none, in the same steps whether or not the address has an account.
 */
export async function knownDevice(
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

/** Remembers the browser of a sign-in that succeeded. */
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
  toSet.set(request, attributes.join('; '));
}
