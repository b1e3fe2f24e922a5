import { type Kysely, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { hostSchema, type Organization, type routes } from '#contracts';
import { networkOf } from '../../accounts/network-of.ts';
import type { Database } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallOf } from '../../http/call.ts';
import { type Refusal, refuse } from '../../http/refusal.ts';
import { hashOfCode } from './activation-codes.ts';

const WINDOW_SECONDS = 15 * 60;
const TRIES_PER_ADDRESS = 20;
/** Together, so that many addresses guess no faster. */
const TRIES = 500;

/** One answer for codes that never were, were used, or have expired. */
const WRONG = refuse('BadRequest', 'The activation code is wrong, was used already or has expired');

/**
 * Slows the guessing of codes. In this process alone: before a code is known there is no organization
 * to count for, and some 10^16 codes leave room for as many tries from each server of a site.
 */
export class ActivationThrottle {
  readonly #byAddress = new RateLimiterMemory({
    points: TRIES_PER_ADDRESS,
    duration: WINDOW_SECONDS,
  });
  readonly #all = new RateLimiterMemory({ points: TRIES, duration: WINDOW_SECONDS });

  async take(address: string): Promise<Refusal | null> {
    try {
      await this.#byAddress.consume(networkOf(address));
      await this.#all.consume('all');
      return null;
    } catch (full) {
      if (full instanceof Error) throw full;
      return refuse('TooManyRequests', 'Too many tries. Try again later', {
        retryAfterSeconds: WINDOW_SECONDS,
      });
    }
  }
}

/** Gives the host of this call to the organization that the code belongs to. */
export async function activateOrganization(
  throttle: ActivationThrottle,
  { body, request, transaction }: CallOf<typeof routes.activateOrganization, null>,
): Promise<Organization | Refusal> {
  const slowed = await throttle.take(request.ip);
  if (slowed !== null) return slowed;
  const host = hostSchema.safeParse(request.hostname);
  if (!host.success) return refuse('BadRequest', 'This call names no host');
  return transaction((db) => activate(db, body.code, host.data));
}

async function activate(
  db: Kysely<Database>,
  code: string,
  host: string,
): Promise<Organization | Refusal> {
  const known = await db
    .selectFrom('activationCode as c')
    .innerJoin('organization as o', 'o.id', 'c.organizationId')
    .select(['c.id as codeId', 'o.id', 'o.name'])
    .select(sql<boolean>`c.used_at is null and c.expires_at > now()`.as('valid'))
    .select(sql<boolean>`c.used_host = ${host} and ${host} = any(o.hosts)`.as('done'))
    .where('c.codeHash', '=', hashOfCode(code))
    .forUpdate('c')
    .executeTakeFirst();
  if (known === undefined) return WRONG;
  const organization = { id: known.id, name: known.name };
  // Whoever lost the answer hears it again; nothing happens a second time.
  if (!known.valid) return known.done ? organization : WRONG;
  await sql`select pg_advisory_xact_lock(hashtext(${`host ${host}`}))`.execute(db);
  const other = await db
    .selectFrom('organization')
    .select('id')
    .where((eb) => eb(eb.val(host), '=', eb.fn.any('hosts')))
    .where('id', '<>', known.id)
    .executeTakeFirst();
  if (other !== undefined) {
    return refuse('HostTaken', 'Another organization is activated for this address', { host });
  }
  await db
    .updateTable('activationCode')
    .set({ usedAt: sql<string>`now()`, usedHost: host })
    .where('organizationId', '=', known.id)
    .where('id', '=', known.codeId)
    .execute();
  await db
    .updateTable('organization')
    .set({
      hosts: sql<string[]>`case when ${host} = any(hosts) then hosts
        else array_append(hosts, ${host}) end`,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', known.id)
    .execute();
  const entry = { principal: null, organizationId: known.id, act: 'activateOrganization' };
  await writeAudit(db, { ...entry, outcome: 'done', subject: { codeId: known.codeId } });
  return organization;
}
