import { expect, it } from 'vitest';
import { builtInLists, reportContentSchema } from '#contracts';
import { decisionLines } from './decision-lines.ts';

it('the decisions of a report are lines, so that versions differ where only a category changed', () => {
  const content = reportContentSchema.parse({
    right: { biradsScore: 6, breastDensity: 'HETERO' },
    left: {},
    recommendations: [
      { code: 'BIRAD_4', side: 'R' },
      { code: 'OWN', side: 'B' },
    ],
    followUpMonths: 6,
  });
  expect(decisionLines(content, builtInLists)).toEqual([
    'Right breast: BI-RADS 4B, Density: Heterogeneously dense',
    'Left breast: BI-RADS –',
    'Management, Right breast: Biopsy, guided by imaging',
    'Management, both breasts: OWN',
    'Follow-up: in 6 months',
  ]);
});

it('a breast that was not scanned has no line', () => {
  const content = reportContentSchema.parse({ left: { biradsScore: 2 } });
  expect(decisionLines(content, builtInLists)).toEqual(['Left breast: BI-RADS 1']);
});
