import * as z from 'zod';
import {
  assignedReaderStudiesSchema,
  caseReadingSchema,
  completeReadingSchema,
  newReaderStudySchema,
  readerStudyCsvQuerySchema,
  readerStudyDetailsSchema,
  readerStudyResultsQuerySchema,
  readerStudyResultsSchema,
  readerStudySchema,
  readingHeartbeatSchema,
} from '../../entities/administration/reader-study.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const administrators = { access: ['ADMIN_ACCOUNT'], principals: [] } as const;
/** Readers, blind annotators included. */
const readers = { access: ['ANTN_CREATE'], principals: [] } as const;

/** Routes of reader studies: the lists of administrators, and the readings of readers. */
export const readerStudyRoutes = {
  listAssignedReaderStudies: defineRoute({
    ...readers,
    method: 'GET',
    path: '/reader-studies/assigned',
    summary: 'Open reader studies of the caller with progress and the open case',
    response: assignedReaderStudiesSchema,
  }),
  startReading: defineRoute({
    ...readers,
    method: 'POST',
    path: '/reader-studies/{id}/actions/start',
    summary: 'Open the next case of a reader study; a reader has one open case at a time',
    params: byId,
    response: caseReadingSchema,
  }),
  reportReadingTime: defineRoute({
    ...readers,
    method: 'POST',
    path: '/reader-studies/readings/{id}/actions/heartbeat',
    summary: 'Add active time to the open case; never more than has passed',
    params: byId,
    body: readingHeartbeatSchema,
    response: caseReadingSchema,
  }),
  completeReading: defineRoute({
    ...readers,
    method: 'POST',
    path: '/reader-studies/readings/{id}/actions/complete',
    summary: 'Complete the open case with ratings of each breast and each own finding',
    params: byId,
    body: completeReadingSchema,
    response: caseReadingSchema,
  }),
  leaveReading: defineRoute({
    ...readers,
    method: 'POST',
    path: '/reader-studies/readings/{id}/actions/leave',
    summary:
      'End the open case without ratings; it is skipped if the reader study permits no return',
    params: byId,
    body: readingHeartbeatSchema,
    response: caseReadingSchema,
  }),
  reopenReading: defineRoute({
    ...readers,
    method: 'POST',
    path: '/reader-studies/readings/{id}/actions/reopen',
    summary: 'Open the last completed case again, if the reader study permits it',
    params: byId,
    response: caseReadingSchema,
  }),
  createReaderStudy: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/reader-studies',
    summary: 'Create a draft of a reader study with the cases that match a filter now',
    body: newReaderStudySchema,
    response: readerStudySchema,
  }),
  listReaderStudies: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/reader-studies',
    summary: 'Reader studies, newest first',
    query: pageQuerySchema,
    response: pageSchema(readerStudySchema),
  }),
  getReaderStudy: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/reader-studies/{id}',
    summary: 'One reader study with the progress of its readers',
    params: byId,
    response: readerStudyDetailsSchema,
  }),
  updateReaderStudy: defineRoute({
    ...administrators,
    method: 'PUT',
    path: '/reader-studies/{id}',
    summary: 'Change a draft; its cases are selected again',
    params: byId,
    body: newReaderStudySchema,
    response: readerStudySchema,
    ifMatch: 'required',
  }),
  deleteReaderStudy: defineRoute({
    ...administrators,
    method: 'DELETE',
    path: '/reader-studies/{id}',
    summary: 'Delete a draft',
    params: byId,
    response: readerStudySchema,
    ifMatch: 'required',
  }),
  openReaderStudy: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/reader-studies/{id}/actions/open',
    summary: 'Open a draft for its readers; cases, readers and settings are then fixed',
    params: byId,
    response: readerStudySchema,
  }),
  closeReaderStudy: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/reader-studies/{id}/actions/close',
    summary: 'Close an open reader study for good; open cases end without ratings',
    params: byId,
    response: readerStudySchema,
  }),
  readerStudyResults: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/reader-studies/{id}/results',
    summary: 'FROC of each reader and arm against the findings of a reference',
    params: byId,
    query: readerStudyResultsQuerySchema,
    response: readerStudyResultsSchema,
    longRead: true,
  }),
  downloadReaderStudy: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/reader-studies/{id}/csv',
    summary:
      'Completed and skipped readings as CSV with pseudonyms, for analyses of several readers and cases',
    params: byId,
    query: readerStudyCsvQuerySchema,
  }),
};
