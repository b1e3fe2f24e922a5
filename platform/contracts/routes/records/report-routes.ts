import * as z from 'zod';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import {
  addendumFieldsSchema,
  reportFieldsSchema,
  reportSchema,
  reportSummarySchema,
  signReportSchema,
} from '../../entities/findings/report.ts';
import { letterQuerySchema, reportLetterSchema } from '../../entities/findings/report-letter.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of a study's report versions. */
export const reportRoutes = {
  listReports: defineRoute({
    method: 'GET',
    path: '/reports',
    summary: 'Reports of the organization, newest first',
    access: ['REPORT_VIEW'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(reportSummarySchema),
  }),
  getReport: defineRoute({
    method: 'GET',
    path: '/reports/{id}',
    summary: 'One report with its findings; a signed one as it was signed',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
    response: reportSchema,
  }),
  getReportPdf: defineRoute({
    method: 'GET',
    path: '/reports/{id}/pdf',
    summary:
      'The PDF of a report with its signed addenda, in the language of the report; 409 if a signed part is not intact',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
  }),
  getReportLetter: defineRoute({
    method: 'GET',
    path: '/reports/{id}/letter',
    summary: 'The letter to the patient of a signed report as PDF; 409 before the signature',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
    query: letterQuerySchema,
  }),
  getReportLetterText: defineRoute({
    method: 'GET',
    path: '/reports/{id}/letter/text',
    summary: 'The text of the letter to the patient, and what to check before it is sent',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
    query: letterQuerySchema,
    response: reportLetterSchema,
  }),
  saveReport: defineRoute({
    method: 'POST',
    path: '/reports',
    summary: 'Create a version of a study’s report; replaces a draft with the same id',
    access: ['REPORT_CREATE'],
    principals: [],
    body: reportFieldsSchema,
    maxBodyBytes: BODY_BYTES.document,
    response: reportSchema,
    ifMatch: 'optional',
  }),
  deleteReport: defineRoute({
    method: 'DELETE',
    path: '/reports/{id}',
    summary: 'Discard a draft or an unsigned addendum; earlier versions stay',
    access: ['REPORT_CREATE'],
    principals: [],
    params: byId,
    response: reportSummarySchema,
    ifMatch: 'required',
  }),
  listReportsOfStudy: defineRoute({
    method: 'GET',
    path: '/studies/{id}/reports',
    summary: 'Versions and addenda of a study’s report, newest first',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
    query: pageQuerySchema,
    response: pageSchema(reportSummarySchema),
  }),
  latestReportOfStudy: defineRoute({
    method: 'GET',
    path: '/studies/{id}/reports/latest',
    summary:
      'The newest version of a study’s report; once it is signed, that or its newest addendum',
    access: ['REPORT_VIEW'],
    principals: [],
    params: byId,
    response: reportSchema,
  }),
  makeReportPreliminary: defineRoute({
    method: 'POST',
    path: '/reports/{id}/actions/preliminary',
    summary:
      'Mark a draft as ready for review; rejected while the corrected side of a scan is unconfirmed',
    access: ['REPORT_CREATE'],
    principals: [],
    params: byId,
    response: reportSchema,
    ifMatch: 'optional',
  }),
  signReport: defineRoute({
    method: 'POST',
    path: '/reports/{id}/actions/sign',
    summary:
      'Sign a preliminary report or an addendum; requires the password again, and is rejected while the corrected side of a scan is unconfirmed',
    access: ['REPORT_CREATE'],
    principals: [],
    params: byId,
    body: signReportSchema,
    response: reportSchema,
    ifMatch: 'optional',
    secret: true,
  }),
  addAddendum: defineRoute({
    method: 'POST',
    path: '/reports/{id}/actions/addendum',
    summary:
      'Start or replace an addendum to a signed report; findings can change until it is signed',
    access: ['REPORT_CREATE'],
    principals: [],
    params: byId,
    body: addendumFieldsSchema,
    maxBodyBytes: BODY_BYTES.text,
    response: reportSchema,
  }),
};
