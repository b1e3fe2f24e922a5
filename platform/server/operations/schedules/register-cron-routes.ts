import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { type cronJobFieldsSchema, routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { changedBy, createdBy, deletedBy } from '../../records/shared/stored.ts';
import { timeZoneOf } from '../../site/time-zone.ts';
import {
  cronJobConverter,
  cronJobs,
  cronRuns,
  JOB_ORDER,
  RUN_ORDER,
  toCronRun,
} from './cron-rows.ts';
import { dayOf, nextRunAfter } from './next-run.ts';

const NO_JOB = notFound('CRON_JOB_NOT_FOUND');

type Fields = z.output<typeof cronJobFieldsSchema>;

/** Registers the routes of cron jobs and their run history. The scheduler executes the jobs. */
export function registerCronRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock'>,
): void {
  const timeZone = timeZoneOf(deps.site.config);
  const toResponse = cronJobConverter(timeZone);
  const nowMs = () => deps.clock.now();

  bindRoute(server, deps, routes.listCronJobs, ({ db, query, principal }) =>
    newestPage(cronJobs(db, principal.organizationId), query, toResponse, JOB_ORDER),
  );

  bindRoute(server, deps, routes.getCronJob, async ({ db, params, principal }) => {
    const row = await cronJobById(db, principal.organizationId, params.id).executeTakeFirst();
    return row === undefined ? NO_JOB : toResponse(row);
  });

  bindRoute(server, deps, routes.listCronJobsOfType, ({ db, params, query, principal }) =>
    newestPage(
      cronJobs(db, principal.organizationId).where('cronJobType', '=', params.type),
      query,
      toResponse,
      JOB_ORDER,
    ),
  );

  bindRoute(server, deps, routes.listCronRuns, async ({ db, params, query, principal }) => {
    const { organizationId } = principal;
    const job = await cronJobById(db, organizationId, params.id).executeTakeFirst();
    if (job === undefined) return NO_JOB;
    return newestPage(cronRuns(db, organizationId, params.id), query, toCronRun, RUN_ORDER);
  });

  bindRoute(server, deps, routes.createCronJob, async (call) => {
    const created = await createCronJob(call, timesOf(call.body, nowMs(), timeZone));
    return created instanceof ErrorResponse ? created : toResponse(created);
  });

  bindRoute(server, deps, routes.updateCronJob, async (call) => {
    const set = { ...call.body, ...timesOf(call.body, nowMs(), timeZone) };
    const changed = await changeCronJob(call, { ...set, ...changedBy(call.principal) }, toResponse);
    return changed instanceof ErrorResponse ? changed : toResponse(changed);
  });

  bindRoute(server, deps, routes.deleteCronJob, async (call) => {
    const deleted = await changeCronJob(call, deletedBy(call.principal), toResponse);
    return deleted instanceof ErrorResponse ? deleted : toResponse(deleted);
  });
}

function cronJobById(db: Kysely<Database>, organizationId: string, id: string) {
  return cronJobs(db, organizationId).where('cronJob.id', '=', id);
}

/**
 * Returns first day and next run. A job without a first day starts today; a disabled job has no
 * next run.
 */
function timesOf(fields: Fields, nowMs: number, timeZone: string) {
  const startDate = fields.startDate ?? dayOf(nowMs, timeZone);
  const next = nextRunAfter(nowMs, { ...fields, startDate }, timeZone);
  return { startDate, nextRunAt: fields.enabled ? new Date(next).toISOString() : null };
}

/** Creates a cron job; a repeated call with the same id returns the existing job. */
async function createCronJob(
  { db, body, principal, addAuditSubject }: CallOf<typeof routes.createCronJob>,
  times: ReturnType<typeof timesOf>,
) {
  const { id = newId(), ...fields } = body;
  addAuditSubject({ id });
  await db
    .insertInto('cronJob')
    .values({ ...fields, ...times, id, ...createdBy(principal) })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .execute();
  const row = await cronJobById(db, principal.organizationId, id).executeTakeFirst();
  const same =
    row?.cronJobType === fields.cronJobType &&
    row.recurrence === fields.recurrence &&
    row.timeOfDay === fields.timeOfDay;
  return same ? row : errorResponse('Conflict', serverMessage('CRON_JOB_ID_TAKEN'));
}

async function changeCronJob(
  call: Pick<CallOf<typeof routes.deleteCronJob>, 'db' | 'params' | 'principal' | 'version'>,
  set: object,
  toResponse: ReturnType<typeof cronJobConverter>,
) {
  const { db, params, principal, version } = call;
  const { organizationId } = principal;
  const current = await cronJobById(db, organizationId, params.id)
    .forUpdate('cronJob')
    .executeTakeFirst();
  if (current === undefined) return NO_JOB;
  if (current.version !== version) return versionConflict(toResponse(current));
  const changed = await db
    .updateTable('cronJob')
    .set(set)
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...current, ...changed };
}
