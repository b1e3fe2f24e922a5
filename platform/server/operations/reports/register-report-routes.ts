import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Report, routes } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { reportById, reports, toSummary } from '../../records/reports/report-rows.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { withStudyPublishing } from '../../records/shared/publish-study-change.ts';
import { studies } from '../../records/studies/study-rows.ts';
import { toReport } from './report-response.ts';
import { markPreliminary, signReport } from './sign-report.ts';
import { addAddendum, deleteReport, saveReport } from './write-report.ts';

type ReportDeps = RouteDeps &
  Pick<ServerDeps, 'clock' | 'deviceStatuses' | 'site' | 'studyChanged'>;

/** Registers the routes of report versions: draft, preliminary, signed, then addenda only. */
export function registerReportRoutes(
  server: FastifyInstance,
  deps: ReportDeps,
  skins: StoredSkins,
): void {
  bindRoute(server, deps, routes.listReports, ({ db, query, principal }) =>
    newestPage(reports(db, principal.organizationId), query, toSummary),
  );

  bindRoute(server, deps, routes.getReport, async ({ db, params, principal, addAuditSubject }) => {
    const row = await reportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('REPORT_NOT_FOUND');
    addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
    return toReport(db, skins, row);
  });

  bindRoute(server, deps, routes.listReportsOfStudy, async (call) => {
    const { db, params, query, principal, addAuditSubject } = call;
    const { organizationId } = principal;
    const study = await studies(db, organizationId).where('id', '=', params.id).executeTakeFirst();
    if (study === undefined) return notFound('STUDY_NOT_FOUND');
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
    if (row === undefined) return notFound('REPORT_NOT_FOUND');
    addAuditSubject({ patientId: row.patientId });
    return toReport(db, skins, row);
  });

  registerChanges(server, deps, skins);
}

/** Registers the routes whose changes are published to the users of study lists. */
function registerChanges(server: FastifyInstance, deps: ReportDeps, skins: StoredSkins): void {
  type CallTo<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const studyOfReport = ({ study }: Pick<Report, 'study'>) => study.id;
  // Saving a draft again does not change the reading state, so only version 1 is published.
  const studyOfNewReport = ({ study, version }: Pick<Report, 'study' | 'version'>) =>
    version === 1 ? study.id : null;
  const save = (call: CallTo<'saveReport'>) => saveReport(skins, call);
  bindRoute(server, deps, routes.saveReport, withStudyPublishing(deps, save, studyOfNewReport));
  const discard = (call: CallTo<'deleteReport'>) => deleteReport(skins, call);
  bindRoute(server, deps, routes.deleteReport, withStudyPublishing(deps, discard, studyOfReport));
  const complete = (call: CallTo<'makeReportPreliminary'>) => markPreliminary(skins, call);
  const preliminary = withStudyPublishing(deps, complete, studyOfReport);
  bindRoute(server, deps, routes.makeReportPreliminary, preliminary);
  const sign = (call: CallTo<'signReport'>) => signReport({ ...deps, skins }, call);
  bindRoute(server, deps, routes.signReport, withStudyPublishing(deps, sign, studyOfReport));
  const addendum = (call: CallTo<'addAddendum'>) => addAddendum(skins, call);
  bindRoute(
    server,
    deps,
    routes.addAddendum,
    withStudyPublishing(deps, addendum, studyOfNewReport),
  );
}
