import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { CLIENT_STATES_CODE, MAX_PREFERENCES, routes, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { errorResponse, notFound } from '../../http/error-response.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import { unpagedList } from '../../records/shared/paging.ts';
import { validateClientStates } from './validate-client-states.ts';

/** Same response for existing and unknown accounts, so that accounts cannot be enumerated. */
const ACCOUNT_NOT_FOUND = notFound('ACCOUNT_NOT_FOUND');

/**
 * Registers the preference routes; each account can access only its own preferences, administrators
 * included.
 */
export function registerPreferenceRoutes(server: FastifyInstance, deps: RouteDeps): void {
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
    return errorResponse('Forbidden', serverMessage('NOT_PERMITTED'));
  }
  if (existing === undefined) {
    const { count } = await stored
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_PREFERENCES) {
      const message = serverMessage('PREFERENCES_FULL', { maximum: MAX_PREFERENCES });
      return errorResponse('TooManyPreferences', message);
    }
  }
  if (prefCode === CLIENT_STATES_CODE) {
    const change = { value, stored: existing?.value ?? null };
    const invalid = await validateClientStates(db, organizationId, change);
    if (invalid !== null) return invalid;
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
