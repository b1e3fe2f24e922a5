import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../../../http/bind-route.ts';
import { ByteResponse } from '../../../http/byte-response.ts';
import { ErrorResponse, notFound } from '../../../http/error-response.ts';
import type { RouteDeps } from '../../../http/server-deps.ts';
import { reportById } from '../../../records/reports/report-rows.ts';
import type { DocumentSource } from './read-document.ts';
import { readDocument } from './read-document.ts';
import { renderPdf } from './render-pdf.ts';

/** Registers the PDF of a report, which is rendered outside of the transaction. */
export function registerReportPdf(
  server: FastifyInstance,
  deps: RouteDeps,
  source: Pick<DocumentSource, 'skins' | 'thumbnails' | 'store'>,
): void {
  bindRoute(server, deps, routes.getReportPdf, async (call) => {
    const { params, principal, addAuditSubject } = call;
    const document = await call.transaction(async (db) => {
      const row = await reportById(db, principal.organizationId, params.id);
      if (row === undefined) return notFound('REPORT_NOT_FOUND');
      addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
      return readDocument({ ...source, db, site: deps.site }, row);
    });
    if (document instanceof ErrorResponse) return document;
    return new ByteResponse(await renderPdf(document), {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="report-${document.number}.pdf"`,
      'cache-control': 'no-store',
    });
  });
}
