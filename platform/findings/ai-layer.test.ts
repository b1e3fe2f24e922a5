import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { type AiLayer, isInAiLayer, OPEN_AI_LAYER } from './ai-layer.ts';

const model = { name: 'Blobs', version: '1.0', weightsSha256: null, use: 'research' } as const;
const decided = {
  kind: 'REJECTED',
  reason: 'SHADOW',
  by: null,
  at: '2026-01-01T00:00:00Z',
} as const;

const proposal = (change: Partial<NonNullable<Finding['ai']>> = {}) => ({
  id: 'proposal',
  generator: { id: 'AIAD', labelColour: '#FF5733' } as const,
  ai: { runId: 'run', providerId: 'models.blobs', model, score: 0.6, decision: null, ...change },
});
const layer = (change: Partial<AiLayer>): AiLayer => ({ ...OPEN_AI_LAYER, ...change });

describe('the AI layer', () => {
  it('contains proposals from the lowest score on', () => {
    expect(isInAiLayer(proposal(), layer({ minScore: 0.6 }))).toBe(true);
    expect(isInAiLayer(proposal(), layer({ minScore: 0.61 }))).toBe(false);
  });

  it('leaves out replaced runs and decided proposals, except the kept one', () => {
    expect(isInAiLayer(proposal(), layer({ excludedRunIds: new Set(['run']) }))).toBe(false);
    expect(isInAiLayer(proposal({ decision: decided }), OPEN_AI_LAYER)).toBe(false);
    const kept = layer({ keptFindingId: 'proposal', minScore: 1 });
    expect(isInAiLayer(proposal({ decision: decided }), kept)).toBe(true);
  });

  it('contains no AI finding while it is hidden, and always those of users', () => {
    const hidden = layer({ hidden: true, keptFindingId: 'proposal' });
    expect(isInAiLayer(proposal(), hidden)).toBe(false);
    expect(isInAiLayer({ ...proposal(), ai: null }, hidden)).toBe(false);
    const ofUser = {
      id: 'a',
      generator: { id: 'USER', labelColour: '#F2C94C' },
      ai: null,
    } as const;
    expect(isInAiLayer(ofUser, hidden)).toBe(true);
  });

  it('contains AI findings that were stored without a run', () => {
    expect(isInAiLayer({ ...proposal(), ai: null }, layer({ minScore: 1 }))).toBe(true);
  });
});
