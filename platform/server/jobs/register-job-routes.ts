import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { ErrorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { scanById } from '../records/scans/scan-rows.ts';
import { newestPage } from '../records/shared/newest-page.ts';
import { rejectAiInCase } from '../records/shared/open-reading.ts';
import { maySeePatients } from '../records/studies/worklist-query.ts';
import type { JobQueue } from './job-queue.ts';
import { jobsOf, liveJobsOf, toJob } from './job-rows.ts';
import { toListedJob, withScans } from './listed-jobs.ts';
import { queueScanJob } from './queue-scan-job.ts';

/**
 * Registers the routes that queue, stop and list jobs. The entity of a job is a completed scan of
 * the caller's organization.
 */
export function registerJobRoutes(server: FastifyInstance, deps: RouteDeps, jobs: JobQueue): void {
  bindRoute(server, deps, routes.queueJob, async (call) => {
    const { db, body, principal, addAuditSubject, afterCommit } = call;
    const { organizationId } = principal;
    addAuditSubject({ scanId: body.entityId, jobType: body.jobType });
    const isAi = body.jobType === 'AUTO_DETECTION';
    const inCase = isAi ? await rejectAiInCase(db, principal, body.entityId) : null;
    if (inCase !== null) return inCase;
    const createdBy = actorIdOf(principal);
    const row = await queueScanJob(db, jobs, { ...body, organizationId, createdBy });
    if (row instanceof ErrorResponse) return row;
    afterCommit(() => jobs.publish(row));
    return toJob(row);
  });

  bindRoute(server, deps, routes.stopJob, async ({ db, params, principal, afterCommit }) => {
    const { organizationId } = principal;
    const row = await jobs.stop(db, { id: params.id, organizationId });
    if (row !== null) {
      afterCommit(() => jobs.publish(row));
      return toJob(row);
    }
    const ended = await jobsOf(db, organizationId).where('id', '=', params.id).executeTakeFirst();
    return ended === undefined ? notFound('JOB_NOT_FOUND') : toJob(ended);
  });

  bindRoute(server, deps, routes.listRunningJobs, ({ db, query, principal }) =>
    newestPage(liveJobsOf(db, principal.organizationId), query, toJob),
  );

  bindRoute(server, deps, routes.listJobs, ({ db, query, principal }) => {
    const { status } = query;
    const jobRows = withScans(jobsOf(db, principal.organizationId));
    const matching = status === undefined ? jobRows : jobRows.where('status', '=', status);
    const mayName = maySeePatients(principal);
    return newestPage(matching, query, (row) => toListedJob(row, mayName));
  });

  bindRoute(server, deps, routes.listJobsOfScan, async ({ db, params, query, principal }) => {
    const { organizationId } = principal;
    const scan = await scanById(db, organizationId, params.scanId);
    if (scan === undefined) return notFound('SCAN_NOT_FOUND');
    const scanJobs = jobsOf(db, organizationId).where('entityId', '=', params.scanId);
    return newestPage(scanJobs, query, toJob);
  });

  bindRoute(server, deps, routes.getJob, async ({ db, params, principal }) => {
    const row = await jobsOf(db, principal.organizationId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    return row === undefined ? notFound('JOB_NOT_FOUND') : toJob(row);
  });

  bindRoute(server, deps, routes.latestJob, async ({ db, params, principal }) => {
    const row = await jobsOf(db, principal.organizationId)
      .where('entityId', '=', params.entityId)
      .where('jobType', '=', params.jobType)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row === undefined ? notFound('JOB_NOT_FOUND') : toJob(row);
  });
}
