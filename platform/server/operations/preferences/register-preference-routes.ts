import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { MAX_PREFERENCES, routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { wholeList } from '../../records/shared/paging.ts';
import type { ServerParts } from '../../server-parts.ts';

/** Nobody learns which other accounts there are. */
const NOT_YOURS = notFound('The account');

/** Preferences belong to one person: nobody else reads or writes them, administrators included. */
export function registerPreferenceRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listPreferences, async ({ db, params, principal }) => {
    if (params.userId !== principal.accountId) return NOT_YOURS;
    const rows = await preferences(db, principal.organizationId, params.userId)
      .orderBy('prefCode')
      .execute();
    return wholeList(rows, (row) => row);
  });

  bindRoute(server, parts, routes.savePreference, savePreference);

  bindRoute(server, parts, routes.deletePreference, async ({ db, params, principal }) => {
    if (params.userId !== principal.accountId) return NOT_YOURS;
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
  if (userId !== principal.accountId) return NOT_YOURS;
  const own = preferences(db, organizationId, userId);
  const known = await own.where('prefCode', '=', prefCode).executeTakeFirst();
  if (!features.includes(known === undefined ? 'USER_PREF_C' : 'USER_PREF_U')) {
    return refuse('Forbidden', 'This account may not do that');
  }
  if (known === undefined) {
    const { kept } = await own
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow();
    if (kept >= MAX_PREFERENCES) {
      const text = `An account keeps at most ${MAX_PREFERENCES} preferences`;
      return refuse('TooManyPreferences', text);
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
