import * as z from 'zod';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { aiRunSchema, newAiRunSchema } from '../../entities/findings/ai-run.ts';
import { findingSchema } from '../../entities/findings/finding.ts';
import { decideAiSchema } from '../../entities/findings/finding-ai.ts';
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
};
