import * as z from 'zod';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { aiRunSchema, newAiRunSchema } from '../../entities/findings/ai-run.ts';
import { findingSchema } from '../../entities/findings/finding.ts';
import { decideAiSchema, firstReadSchema } from '../../entities/findings/finding-ai.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';

const ofScan = z.object({ scanId: idSchema });

export const aiRunRoutes = {
  listAiRuns: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/aiRuns',
    summary: 'AI runs of a scan, newest first',
    access: ['ANTN_VIEW'],
    principals: [],
    params: ofScan,
    response: pageSchema(aiRunSchema),
  }),
  createAiRun: defineRoute({
    method: 'POST',
    path: '/scans/{scanId}/aiRuns',
    summary:
      'Store a run of a model with its findings and their masks, all or none; a repeated call returns the stored run',
    access: ['ANTN_CREATE'],
    principals: [],
    params: ofScan,
    body: newAiRunSchema,
    maxBodyBytes: BODY_BYTES.document,
    response: aiRunSchema,
  }),
  decideAiFinding: defineRoute({
    method: 'POST',
    path: '/findings/{id}/actions/decideAi',
    summary:
      'Accept an AI finding as a copy of the caller, reject it with a reason, or undo the decision',
    access: ['ANTN_CREATE'],
    principals: [],
    params: z.object({ id: idSchema }),
    body: decideAiSchema,
    response: findingSchema,
  }),
  getFirstRead: defineRoute({
    method: 'GET',
    path: '/studies/{id}/firstRead',
    summary: 'Whether the caller has finished the first read of a study',
    access: ['ANTN_VIEW'],
    principals: [],
    params: z.object({ id: idSchema }),
    response: firstReadSchema,
  }),
  finishFirstRead: defineRoute({
    method: 'POST',
    path: '/studies/{id}/actions/finishFirstRead',
    summary:
      'Finish the first read of a study to open its AI findings; a repeated call keeps the first time',
    access: ['ANTN_VIEW'],
    principals: [],
    params: z.object({ id: idSchema }),
    response: firstReadSchema,
  }),
};
