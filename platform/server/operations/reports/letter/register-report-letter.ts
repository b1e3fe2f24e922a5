import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type ReportLanguage, routes } from '#contracts';
import { LETTER_TEMPLATES_VERSION } from '#report';
import type { Database } from '../../../database/schema.ts';
import { bindRoute } from '../../../http/bind-route.ts';
import { ByteResponse } from '../../../http/byte-response.ts';
import type { AuditSubject } from '../../../http/call.ts';
import { ErrorResponse, notFound } from '../../../http/error-response.ts';
import type { RouteDeps } from '../../../http/server-deps.ts';
import { reportById } from '../../../records/reports/report-rows.ts';
import { type LetterDocument, readLetter } from './read-letter.ts';
import { renderLetter } from './render-letter.ts';

interface LetterCall {
  readonly params: { readonly id: string };
  readonly query: { readonly language?: ReportLanguage | undefined };
  readonly principal: { readonly organizationId: string };
  addAuditSubject(subject: AuditSubject): void;
}

/** Registers the letter to the patient, as PDF and as text. */
export function registerReportLetter(server: FastifyInstance, deps: RouteDeps): void {
  const read = async (
    db: Kysely<Database>,
    { params, query, principal, addAuditSubject }: LetterCall,
  ): Promise<LetterDocument | ErrorResponse> => {
    const row = await reportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('REPORT_NOT_FOUND');
    addAuditSubject({
      studyId: row.studyId,
      patientId: row.patientId,
      templates: String(LETTER_TEMPLATES_VERSION),
      ...(query.language === undefined ? {} : { language: query.language }),
    });
    return readLetter({ db, site: deps.site }, row, query.language ?? null);
  };
  bindRoute(server, deps, routes.getReportLetter, async (call) => {
    const document = await call.transaction((db) => read(db, call));
    if (document instanceof ErrorResponse) return document;
    const { number, letter } = document;
    return new ByteResponse(await renderLetter(document), {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="letter-${number}-${letter.language}.pdf"`,
      'cache-control': 'no-store',
    });
  });
  bindRoute(server, deps, routes.getReportLetterText, async (call) => {
    const document = await read(call.db, call);
    if (document instanceof ErrorResponse) return document;
    const { letter, number, signer, warnings } = document;
    const { templates: _version, differsFromReport: _differs, ...text } = letter;
    return {
      ...text,
      number,
      paragraphs: [...letter.paragraphs],
      categories: [...letter.categories],
      signer: signer.name,
      warnings: [...warnings],
    };
  });
}
