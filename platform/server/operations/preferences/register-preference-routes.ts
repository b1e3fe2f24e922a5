import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { MAX_PREFERENCES, routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { errorResponse, notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { unpagedList } from '../../records/shared/paging.ts';

/** Same response for existing and unknown accounts, so that accounts cannot be enumerated. */
const ACCOUNT_NOT_FOUND = notFound('The account');

/**
 * Registers the preference routes; each account can access only its own preferences, administrators
 * included.
 */
export function registerPreferenceRoutes(server: FastifyInstance, deps: ServerDeps): void {
  bindRoute(server, deps, routes.listPreferences, async ({ db, params, principal }) => {
    if (params.userId !== principal.accountId) return ACCOUNT_NOT_FOUND;
    const rows = await preferences(db, principal.organizationId, params.userId)
      .orderBy('prefCode')
      .execute();
    return unpagedList(rows, (row) => row);
  });

  bindRoute(server, deps, routes.savePreference, savePreference);

  bindRoute(server, deps, routes.deletePreference, async ({ db, params, principal }) => {
    if (params.userId !== principal.accountId) return ACCOUNT_NOT_FOUND;
    await db
      .deleteFrom('userPreference')
      .where('organizationId', '=', principal.organizationId)
      .where('accountId', '=', params.userId)
      .where('prefCode', '=', params.prefCode)
      .execute();
    return {};
  });
}

function preferences(db: Kysely<Database>, organizationId: string, accountId: string) {
  return db
    .selectFrom('userPreference')
    .select(['accountId as userId', 'prefCode', 'value', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', accountId);
}

async function savePreference({ db, body, principal }: CallOf<typeof routes.savePreference>) {
  const { organizationId, features } = principal;
  const { userId, prefCode, value } = body;
  if (userId !== principal.accountId) return ACCOUNT_NOT_FOUND;
  const stored = preferences(db, organizationId, userId);
  const existing = await stored.where('prefCode', '=', prefCode).executeTakeFirst();
  if (!features.includes(existing === undefined ? 'USER_PREF_C' : 'USER_PREF_U')) {
    return errorResponse('Forbidden', 'This account may not do that');
  }
  if (existing === undefined) {
    const { kept: count } = await stored
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_PREFERENCES) {
      const text = `An account keeps at most ${MAX_PREFERENCES} preferences`;
      return errorResponse('TooManyPreferences', text);
    }
  }
  return db
    .insertInto('userPreference')
    .values({ organizationId, accountId: userId, prefCode, value })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'accountId', 'prefCode'])
        .doUpdateSet({ value, updatedAt: sql<string>`now()` }),
    )
    .returning(['accountId as userId', 'prefCode', 'value', 'updatedAt'])
    .executeTakeFirstOrThrow();
}
