import * as z from 'zod';
import {
  evaluatedModelKeySchema,
  evaluatedModelSchema,
  evaluationSchema,
  evaluationSetSchema,
  failureImageSchema,
  listedEvaluationSchema,
  newEvaluationSchema,
  newEvaluationSetSchema,
  scansWithoutRunSchema,
} from '../../entities/administration/evaluation.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
/** Readers who see the findings of all readers and models. */
const reporters = { access: ['REPORT_CREATE'], principals: [] } as const;

/** Routes that compare stored runs of models with findings of readers. */
export const evaluationRoutes = {
  listEvaluatedModels: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/models',
    summary: 'Models with stored runs, which can be evaluated',
    response: pageSchema(evaluatedModelSchema),
  }),
  createEvaluationSet: defineRoute({
    ...reporters,
    method: 'POST',
    path: '/evaluations/sets',
    summary: 'Create a set of the completed scans that match a filter now; a set never changes',
    body: newEvaluationSetSchema,
    response: evaluationSetSchema,
  }),
  listEvaluationSets: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/sets',
    summary: 'Evaluation sets, newest first',
    query: pageQuerySchema,
    response: pageSchema(evaluationSetSchema),
  }),
  listScansWithoutRun: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/sets/{id}/scansWithoutRun',
    summary: 'Scans of a set that have no run of a model',
    params: byId,
    query: evaluatedModelKeySchema,
    response: scansWithoutRunSchema,
  }),
  createEvaluation: defineRoute({
    ...reporters,
    method: 'POST',
    path: '/evaluations',
    summary: 'Compare the stored runs of a model with the findings of readers over a set',
    body: newEvaluationSchema,
    response: evaluationSchema,
  }),
  listEvaluations: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations',
    summary: 'Evaluations without their results, newest first',
    query: pageQuerySchema,
    response: pageSchema(listedEvaluationSchema),
  }),
  getEvaluation: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/{id}',
    summary: 'One evaluation with its result',
    params: byId,
    response: evaluationSchema,
  }),
  getFailureImage: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/{id}/failures/{findingId}/image',
    summary: 'Image of a missed finding or false positive that an evaluation lists',
    params: byId.extend({ findingId: idSchema }),
    response: failureImageSchema,
    longRead: true,
  }),
  downloadEvaluation: defineRoute({
    ...reporters,
    method: 'GET',
    path: '/evaluations/{id}/csv',
    summary: 'The figures of an evaluation as CSV',
    params: byId,
  }),
};
