import * as z from 'zod';
import { idSchema } from '../../entities/common.ts';
import { newAiRunSchema } from '../../entities/findings/ai-run.ts';
import { providerSeedSchema } from '../../entities/findings/proposal.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { defineRoute } from '../../route.ts';

export const findingProviderRoutes = {
  getProviderWeights: defineRoute({
    method: 'GET',
    path: '/findingProviders/{provider}/weights',
    summary: 'Weights of a finding provider that runs in the browser',
    access: ['ANTN_CREATE'],
    principals: [],
    params: z.object({
      provider: contributionIdSchema.describe('Id of the finding provider.'),
    }),
  }),
  askFindingProvider: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/askFindingProvider',
    summary:
      'Findings that a provider at an address proposes for the latest volume, checked but not stored',
    access: ['ANTN_CREATE'],
    principals: [],
    params: z.object({ id: idSchema }),
    body: z.strictObject({
      providerId: contributionIdSchema,
      /** Id that the caller gives the run; sent to the address instead of the scan. */
      runId: idSchema,
      seed: providerSeedSchema.nullable().default(null),
    }),
    response: newAiRunSchema.pick({
      volumeFileId: true,
      messages: true,
      findings: true,
      dropped: true,
      masks: true,
    }),
    longRead: true,
  }),
};
