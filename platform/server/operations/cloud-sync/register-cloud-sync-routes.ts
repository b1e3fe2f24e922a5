import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type CloudSyncState, routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import { patientById } from '../../records/patients/patient-rows.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import {
  cloudSyncJobs,
  moveCloudSyncJob,
  startCloudSync,
  toCloudSyncJob,
} from './cloud-sync-rows.ts';
import { statusAfterStop } from './sync-state.ts';

const NO_JOB = notFound('SYNC_JOB_NOT_FOUND');

export function registerCloudSyncRoutes(server: FastifyInstance, deps: RouteDeps): void {
  bindRoute(server, deps, routes.cloudSyncState, ({ db, principal }) =>
    stateOf(db, principal.organizationId),
  );

  bindRoute(server, deps, routes.listCloudSyncJobs, ({ db, query, principal }) =>
    newestPage(cloudSyncJobs(db, principal.organizationId), query, toCloudSyncJob),
  );

  bindRoute(server, deps, routes.getCloudSyncJob, async ({ db, params, principal }) => {
    const row = await cloudSyncJobs(db, principal.organizationId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    return row === undefined ? NO_JOB : toCloudSyncJob(row);
  });

  bindRoute(
    server,
    deps,
    routes.startCloudSync,
    async ({ db, body, principal, addAuditSubject }) => {
      const { organizationId } = principal;
      const { jobType, patientId } = body;
      if (patientId !== null) {
        const patient = await patientById(db, organizationId, patientId);
        if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
        addAuditSubject({ patientId });
      }
      const createdBy = actorIdOf(principal);
      const job = await startCloudSync(db, { organizationId, jobType, patientId, createdBy });
      if (job instanceof ErrorResponse) return job;
      addAuditSubject({ id: job.id });
      return toCloudSyncJob(job);
    },
  );

  bindRoute(server, deps, routes.stopCloudSync, stopCloudSync);
}

/** Stops a job; returns an ended job unchanged. */
async function stopCloudSync({
  db,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.stopCloudSync>) {
  addAuditSubject({ id: body.id });
  const job = await cloudSyncJobs(db, principal.organizationId)
    .where('id', '=', body.id)
    .forUpdate()
    .executeTakeFirst();
  if (job === undefined) return NO_JOB;
  const next = statusAfterStop(job.status);
  const moved = next === job.status ? null : await moveCloudSyncJob(db, job, next, null);
  return toCloudSyncJob(moved ?? job);
}

async function stateOf(db: Kysely<Database>, organizationId: string): Promise<CloudSyncState> {
  const jobs = cloudSyncJobs(db, organizationId).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  const newest = await jobs.limit(1).executeTakeFirst();
  const done = await jobs.where('status', '=', 'DONE').limit(1).executeTakeFirst();
  return {
    status: newest?.status ?? 'NOT_STARTED',
    message: newest?.message ?? null,
    lastSyncAt: done?.endedAt ?? null,
    // This version cannot connect to a cloud.
    configured: false,
    job: newest === undefined ? null : toCloudSyncJob(newest),
  };
}
