import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Report, routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/refusal.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { studies } from '../../records/studies/study-rows.ts';
import { tellingOfStudy } from '../../records/studies/tell-study.ts';
import type { ServerParts } from '../../server-parts.ts';
import { toReport } from './report-answer.ts';
import { reportById, reports, toSummary } from './report-rows.ts';
import { makePreliminary, signReport } from './sign-report.ts';
import { addAddendum, deleteReport, saveReport } from './write-report.ts';

/** Reports in versions: draft, preliminary, signed, and then only addenda. */
export function registerReportRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listReports, ({ db, query, principal }) =>
    newestPage(reports(db, principal.organizationId), query, toSummary),
  );

  bindRoute(server, parts, routes.getReport, async ({ db, params, principal, about }) => {
    const row = await reportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('The report');
    about({ studyId: row.studyId, patientId: row.patientId });
    return toReport(db, row);
  });

  bindRoute(server, parts, routes.listReportsOfStudy, async (call) => {
    const { db, params, query, principal, about } = call;
    const { organizationId } = principal;
    const study = await studies(db, organizationId).where('id', '=', params.id).executeTakeFirst();
    if (study === undefined) return notFound('The study');
    about({ patientId: study.patientId });
    const own = reports(db, organizationId).where('studyId', '=', params.id);
    return newestPage(own, query, toSummary);
  });

  bindRoute(server, parts, routes.latestReportOfStudy, async (call) => {
    const { db, params, principal, about } = call;
    const row = await reports(db, principal.organizationId)
      .where('studyId', '=', params.id)
      // A draft that was begun before the signature, and left, is not what the study says.
      .orderBy(sql`state in ('SIGNED', 'ADDENDUM') desc`)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return notFound('A report of the study');
    about({ patientId: row.patientId });
    return toReport(db, row);
  });

  const ofAny = ({ study }: Pick<Report, 'study'>) => study.id;
  // What is saved again while it is written leaves the reading as it was.
  const ofNew = ({ study, version }: Pick<Report, 'study' | 'version'>) =>
    version === 1 ? study.id : null;
  bindRoute(server, parts, routes.saveReport, tellingOfStudy(parts, saveReport, ofNew));
  bindRoute(server, parts, routes.deleteReport, tellingOfStudy(parts, deleteReport, ofAny));
  const preliminary = tellingOfStudy(parts, makePreliminary, ofAny);
  bindRoute(server, parts, routes.makeReportPreliminary, preliminary);
  const sign = (call: CallOf<typeof routes.signReport>) => signReport(parts, call);
  bindRoute(server, parts, routes.signReport, tellingOfStudy(parts, sign, ofAny));
  bindRoute(server, parts, routes.addAddendum, tellingOfStudy(parts, addAddendum, ofNew));
}
