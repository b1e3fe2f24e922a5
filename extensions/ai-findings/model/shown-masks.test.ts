import { describe, expect, it } from 'vitest';
import type { Finding, FindingAi } from '#contracts';
import { type AiLayer, OPEN_AI_LAYER } from '#findings';
import { newId } from '#foundation';
import { aFinding } from '#testing';
import { shownMasks } from './shown-masks.ts';

const RUN = newId();
const DECISION = { by: null, at: '2026-01-01T00:00:00Z', reason: null } as const;
const MODEL = { name: 'Borders', version: '1.0', weightsSha256: null, use: 'research' } as const;

const aSegmentation = (decision: FindingAi['decision'] = null): Finding =>
  aFinding({
    generator: { id: 'AI', labelColour: '#33FFF0' },
    ai: { runId: RUN, providerId: 'ai-findings.segment', model: MODEL, score: 0.6, decision },
  });

const idsOf = (finding: Finding, layer: Partial<AiLayer> = {}, hidden: readonly string[] = []) =>
  shownMasks([finding], { ...OPEN_AI_LAYER, ...layer }, new Set(hidden));

describe('the AI findings whose masks are drawn', () => {
  it('are those from the lowest score on and of the shown runs', () => {
    const finding = aSegmentation();
    expect(idsOf(finding)).toEqual([finding]);
    expect(idsOf(finding, { minScore: 0.6 })).toEqual([finding]);
    expect(idsOf(finding, { minScore: 0.7 })).toEqual([]);
    expect(idsOf(finding, { excludedRunIds: new Set([RUN]) })).toEqual([]);
  });

  it('include accepted ones whatever their score and run, and no rejected, hidden or deleted one', () => {
    const strict = { minScore: 0.9, excludedRunIds: new Set([RUN]) };
    const accepted = aSegmentation({ kind: 'ACCEPTED', ...DECISION });
    expect(idsOf(accepted, strict)).toEqual([accepted]);
    expect(idsOf(aSegmentation({ kind: 'REJECTED', ...DECISION }))).toEqual([]);
    const finding = aSegmentation();
    expect(idsOf(finding, {}, [finding.id])).toEqual([]);
    expect(idsOf(finding, { hidden: true })).toEqual([]);
    expect(idsOf({ ...finding, deletedAt: finding.createdAt })).toEqual([]);
    expect(idsOf(aFinding())).toEqual([]);
  });
});
