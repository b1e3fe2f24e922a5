import { type Kysely, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { hostSchema, type Organization, type routes } from '#contracts';
import { networkOf } from '../../accounts/network-of.ts';
import type { Database } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { hashOfCode } from './activation-codes.ts';

const WINDOW_SECONDS = 15 * 60;
const MAX_ATTEMPTS_PER_ADDRESS = 20;
/** Maximum attempts of all addresses together, so that many addresses guess no faster. */
const MAX_ATTEMPTS = 500;

/** Same response for unknown, used and expired codes. */
const INVALID_CODE = errorResponse(
  'BadRequest',
  'The activation code is wrong, was used already or has expired',
);

/**
 * Limits guesses of activation codes. Counts in this process only: before a code is known there is
 * no organization to count for, and about 10^16 codes tolerate the full number of attempts from
 * each server of a site.
 */
export class ActivationThrottle {
  readonly #byAddress = new RateLimiterMemory({
    points: MAX_ATTEMPTS_PER_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  readonly #all = new RateLimiterMemory({ points: MAX_ATTEMPTS, duration: WINDOW_SECONDS });

  async consume(address: string): Promise<ErrorResponse | null> {
    try {
      await this.#byAddress.consume(networkOf(address));
      await this.#all.consume('all');
      return null;
    } catch (full) {
      if (full instanceof Error) throw full;
      return errorResponse('TooManyRequests', 'Too many tries. Try again later', {
        retryAfterSeconds: WINDOW_SECONDS,
      });
    }
  }
}

/** Assigns the host of this call to the organization of the code. */
export async function activateOrganization(
  throttle: ActivationThrottle,
  { body, request, transaction }: CallOf<typeof routes.activateOrganization, null>,
): Promise<Organization | ErrorResponse> {
  const limitError = await throttle.consume(request.ip);
  if (limitError !== null) return limitError;
  const host = hostSchema.safeParse(request.hostname);
  if (!host.success) return errorResponse('BadRequest', 'This call names no host');
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
    .select(sql<boolean>`c.used_host = ${host} and ${host} = any(o.hosts)`.as('done'))
    .where('c.codeHash', '=', hashOfCode(code))
    .forUpdate('c')
    .executeTakeFirst();
  if (activation === undefined) return INVALID_CODE;
  const organization = { id: activation.id, name: activation.name };
  // Repeats the response after a lost one, without a second effect.
  if (!activation.valid) return activation.done ? organization : INVALID_CODE;
  await sql`select pg_advisory_xact_lock(hashtext(${`host ${host}`}))`.execute(db);
  const hostOwner = await db
    .selectFrom('organization')
    .select('id')
    .where((eb) => eb(eb.val(host), '=', eb.fn.any('hosts')))
    .where('id', '<>', activation.id)
    .executeTakeFirst();
  if (hostOwner !== undefined) {
    return errorResponse('HostTaken', 'Another organization is activated for this address', {
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
