import * as z from 'zod';
import {
  dateSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  patientKeywordsSchema,
} from '../../entities/common.ts';
import {
  addendumRequestFieldsSchema,
  addendumRequestSchema,
} from '../../entities/findings/addendum-request.ts';
import {
  findingOutcomeFieldsSchema,
  findingOutcomeSchema,
  reasonFieldsSchema,
} from '../../entities/findings/finding-outcome.ts';
import {
  FOLLOW_UP_STATES,
  followUpSchema,
  reportReaderSchema,
} from '../../entities/findings/follow-up.ts';
import {
  followUpClosureFieldsSchema,
  followUpClosureSchema,
} from '../../entities/findings/follow-up-closure.ts';
import {
  reportStatisticsSchema,
  statisticsQuerySchema,
} from '../../entities/findings/report-statistics.ts';
import { followUpReason } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const viewers = { access: ['REPORT_VIEW'], principals: [] } as const;
const reporters = { access: ['REPORT_CREATE'], principals: [] } as const;

/** Filters of the list of follow-ups, combined by AND. */
const followUpFilterSchema = z.strictObject({
  dueUntil: dateSchema.optional().describe('Last due day at the site, yyyy-mm-dd, inclusive.'),
  readerId: idSchema.optional().describe('Id of the account that signed the report.'),
  overdue: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true for follow-ups whose due day has passed, and for waiting requests.'),
  reason: followUpReason.schema
    .optional()
    .describe(
      'GROWN, NO_RESULT, CATEGORY_3, INTERVAL or ADDENDUM; requests for addenda are never CLOSED.',
    ),
  state: z
    .enum(FOLLOW_UP_STATES)
    .default('DUE')
    .describe('DUE for open follow-ups, CLOSED for those that a user has closed.'),
  /** Keywords match nothing unless the caller may see patients. */
  _keywords: patientKeywordsSchema,
});

/** Routes of follow-ups, outcomes of findings, requests for addenda and statistics of reports. */
export const followUpRoutes = {
  listFollowUps: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/followUps',
    summary:
      'Due follow-ups of signed reports and open requests for addenda, earliest due first; or the closed follow-ups, newest first',
    query: pageQuerySchema.extend(followUpFilterSchema.shape),
    response: pageSchema(followUpSchema),
  }),
  downloadFollowUps: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/followUps/csv',
    summary: 'The list of follow-ups as CSV, with its filters',
    query: followUpFilterSchema,
  }),
  listReportReaders: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/reportReaders',
    summary: 'Users who have signed a report, by name',
    response: pageSchema(reportReaderSchema),
  }),
  listOutcomes: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/findings/{id}/outcomes',
    summary: 'Outcomes of a finding, newest first; deleted ones with their reason',
    params: byId,
    response: pageSchema(findingOutcomeSchema),
  }),
  addOutcome: defineRoute({
    ...reporters,
    method: 'POST',
    path: '/findings/{id}/outcomes',
    summary: 'Enter the outcome of a finding of a reader; permitted after the report is signed',
    params: byId,
    body: findingOutcomeFieldsSchema,
    response: findingOutcomeSchema,
  }),
  deleteOutcome: defineRoute({
    ...reporters,
    method: 'DELETE',
    path: '/outcomes/{id}',
    summary: 'Soft delete with a reason; a corrected outcome is entered as a new one',
    params: byId,
    body: reasonFieldsSchema,
    response: findingOutcomeSchema,
  }),
  listFollowUpClosures: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/studies/{id}/followUpClosures',
    summary: 'Closed follow-ups of a study, newest first; reopened ones with their reason',
    params: byId,
    response: pageSchema(followUpClosureSchema),
  }),
  closeFollowUp: defineRoute({
    ...reporters,
    method: 'POST',
    path: '/studies/{id}/followUpClosures',
    summary: 'Close the follow-up of breasts of a study without an outcome, with a reason',
    params: byId,
    body: followUpClosureFieldsSchema,
    response: followUpClosureSchema,
  }),
  reopenFollowUp: defineRoute({
    ...reporters,
    method: 'DELETE',
    path: '/followUpClosures/{id}',
    summary: 'Reopen a closed follow-up with a reason; the closure stays in the history',
    params: byId,
    body: reasonFieldsSchema,
    response: followUpClosureSchema,
  }),
  listAddendumRequests: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/studies/{id}/addendumRequests',
    summary: 'Requests for an addendum to the report of a study, newest first',
    params: byId,
    response: pageSchema(addendumRequestSchema),
  }),
  requestAddendum: defineRoute({
    ...viewers,
    method: 'POST',
    path: '/reports/{id}/addendumRequests',
    summary: 'Ask for an addendum to a signed report; open until one is signed',
    params: byId,
    body: addendumRequestFieldsSchema,
    response: addendumRequestSchema,
  }),
  closeAddendumRequest: defineRoute({
    ...viewers,
    method: 'POST',
    path: '/addendumRequests/{id}/actions/close',
    summary: 'Close a request with a reason, for its author and for users who write reports',
    params: byId,
    body: reasonFieldsSchema,
    response: addendumRequestSchema,
  }),
  getReportStatistics: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/reportStatistics',
    summary: 'Statistics of signed reports by the day of the study, for the audit of a site',
    query: statisticsQuerySchema,
    response: reportStatisticsSchema,
  }),
  downloadReportStatistics: defineRoute({
    ...viewers,
    method: 'GET',
    path: '/reportStatistics/csv',
    summary: 'The statistics of signed reports as CSV',
    query: statisticsQuerySchema,
  }),
};
