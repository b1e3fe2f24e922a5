import { type Kysely, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { hostSchema, type Organization, type routes, serverMessage } from '#contracts';
import { networkOf } from '../../accounts/network-of.ts';
import type { Database } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { hashOfCode } from './activation-codes.ts';

const WINDOW_SECONDS = 15 * 60;
const MAX_ATTEMPTS_PER_ADDRESS = 20;
/** Maximum attempts of all addresses together, because an attacker can use many addresses. */
const MAX_ATTEMPTS_OF_ALL = 500;

/** Same response for unknown, used and expired codes. */
const INVALID_CODE = errorResponse('BadRequest', serverMessage('ACTIVATION_CODE_INVALID'));

/**
 * Limits guesses of activation codes. Counts in this process only, because stored counts belong to
 * an organization and an invalid code names none. Each server of a site allows the full number of
 * attempts, which about 10^16 possible codes tolerate.
 */
export class ActivationThrottle {
  readonly #byAddress = new RateLimiterMemory({
    points: MAX_ATTEMPTS_PER_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  readonly #all = new RateLimiterMemory({
    points: MAX_ATTEMPTS_OF_ALL,
    duration: WINDOW_SECONDS,
  });

  /** Counts an attempt of a network address; returns an error after too many attempts. */
  async consume(address: string): Promise<ErrorResponse | null> {
    try {
      await this.#byAddress.consume(networkOf(address));
      await this.#all.consume('all');
      return null;
    } catch (rejection) {
      // The limiter rejects with a result object; an Error is a fault.
      if (rejection instanceof Error) throw rejection;
      return errorResponse('TooManyRequests', serverMessage('ACTIVATION_TOO_MANY'), {
        retryAfterSeconds: WINDOW_SECONDS,
      });
    }
  }
}

/** Assigns the host of this call to the organization of the code; repeatable with the same host. */
export async function activateOrganization(
  throttle: ActivationThrottle,
  { body, request, transaction }: CallOf<typeof routes.activateOrganization, null>,
): Promise<Organization | ErrorResponse> {
  const limitError = await throttle.consume(request.ip);
  if (limitError !== null) return limitError;
  const host = hostSchema.safeParse(request.hostname);
  if (!host.success) return errorResponse('BadRequest', serverMessage('ACTIVATION_HOST_MISSING'));
  return transaction((db) => activate(db, body.code, host.data));
}

async function activate(
  db: Kysely<Database>,
  code: string,
  host: string,
): Promise<Organization | ErrorResponse> {
  const activation = await db
    .selectFrom('activationCode as c')
    .innerJoin('organization as o', 'o.id', 'c.organizationId')
    .select(['c.id as codeId', 'o.id', 'o.name'])
    .select(sql<boolean>`c.used_at is null and c.expires_at > now()`.as('valid'))
    .select(sql<boolean>`c.used_host = ${host} and ${host} = any(o.hosts)`.as('usedForHost'))
    .where('c.codeHash', '=', hashOfCode(code))
    .forUpdate('c')
    .executeTakeFirst();
  if (activation === undefined) return INVALID_CODE;
  const organization = { id: activation.id, name: activation.name };
  // Returns the same response to a repeated call, because the first response may have been lost.
  if (!activation.valid) return activation.usedForHost ? organization : INVALID_CODE;
  await sql`select pg_advisory_xact_lock(hashtext(${`host ${host}`}))`.execute(db);
  const hostOwner = await db
    .selectFrom('organization')
    .select('id')
    .where((eb) => eb(eb.val(host), '=', eb.fn.any('hosts')))
    .where('id', '<>', activation.id)
    .executeTakeFirst();
  if (hostOwner !== undefined) {
    return errorResponse('HostTaken', serverMessage('HOST_TAKEN'), {
      host,
    });
  }
  await db
    .updateTable('activationCode')
    .set({ usedAt: sql<string>`now()`, usedHost: host })
    .where('organizationId', '=', activation.id)
    .where('id', '=', activation.codeId)
    .execute();
  await db
    .updateTable('organization')
    .set({
      hosts: sql<string[]>`case when ${host} = any(hosts) then hosts
        else array_append(hosts, ${host}) end`,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', activation.id)
    .execute();
  const entry = { principal: null, organizationId: activation.id, action: 'activateOrganization' };
  await writeAudit(db, { ...entry, outcome: 'done', subject: { codeId: activation.codeId } });
  return organization;
}
