import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Report, routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { reportById, reports, toSummary } from '../../records/reports/report-rows.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { withStudyPublishing } from '../../records/studies/publish-study-change.ts';
import { studies } from '../../records/studies/study-rows.ts';
import { toReport } from './report-response.ts';
import { markPreliminary, signReport } from './sign-report.ts';
import { addAddendum, deleteReport, saveReport } from './write-report.ts';

/** Registers the routes of report versions: draft, preliminary, signed, then addenda only. */
export function registerReportRoutes(server: FastifyInstance, deps: ServerDeps): void {
  bindRoute(server, deps, routes.listReports, ({ db, query, principal }) =>
    newestPage(reports(db, principal.organizationId), query, toSummary),
  );

  bindRoute(server, deps, routes.getReport, async ({ db, params, principal, addAuditSubject }) => {
    const row = await reportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('The report');
    addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
    return toReport(db, row);
  });

  bindRoute(server, deps, routes.listReportsOfStudy, async (call) => {
    const { db, params, query, principal, addAuditSubject } = call;
    const { organizationId } = principal;
    const study = await studies(db, organizationId).where('id', '=', params.id).executeTakeFirst();
    if (study === undefined) return notFound('The study');
    addAuditSubject({ patientId: study.patientId });
    const studyReports = reports(db, organizationId).where('studyId', '=', params.id);
    return newestPage(studyReports, query, toSummary);
  });

  bindRoute(server, deps, routes.latestReportOfStudy, async (call) => {
    const { db, params, principal, addAuditSubject } = call;
    const row = await reports(db, principal.organizationId)
      .where('studyId', '=', params.id)
      // An abandoned draft from before the signature does not represent the study.
      .orderBy(sql`state in ('SIGNED', 'ADDENDUM') desc`)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return notFound('A report of the study');
    addAuditSubject({ patientId: row.patientId });
    return toReport(db, row);
  });

  const studyOfReport = ({ study }: Pick<Report, 'study'>) => study.id;
  // Saving a draft again does not change the reading state, so only version 1 is published.
  const studyOfNewReport = ({ study, version }: Pick<Report, 'study' | 'version'>) =>
    version === 1 ? study.id : null;
  bindRoute(
    server,
    deps,
    routes.saveReport,
    withStudyPublishing(deps, saveReport, studyOfNewReport),
  );
  bindRoute(
    server,
    deps,
    routes.deleteReport,
    withStudyPublishing(deps, deleteReport, studyOfReport),
  );
  const preliminary = withStudyPublishing(deps, markPreliminary, studyOfReport);
  bindRoute(server, deps, routes.makeReportPreliminary, preliminary);
  const sign = (call: CallOf<typeof routes.signReport>) => signReport(deps, call);
  bindRoute(server, deps, routes.signReport, withStudyPublishing(deps, sign, studyOfReport));
  bindRoute(
    server,
    deps,
    routes.addAddendum,
    withStudyPublishing(deps, addAddendum, studyOfNewReport),
  );
}
