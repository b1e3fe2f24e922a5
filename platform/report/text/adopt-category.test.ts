import { describe, expect, it } from 'vitest';
import { builtInLists } from '#contracts';
import { checkReport } from '../checks/check-report.ts';
import { aContent, aReportContext, aReportFinding } from '../test-support/report-fixtures.ts';
import { adoptCategory, adoptedManagement, usualManagement } from './adopt-category.ts';
import { SCORES } from './proposed-category.ts';

const empty = aContent({ right: {}, left: {} });

describe('an adopted category', () => {
  it.each(Object.entries(SCORES))('of B%s brings a management of the list', (_id, score) => {
    const items = builtInLists.find(({ listId }) => listId === 'RECOMM_TYPE')?.items ?? [];
    expect(items.map(({ id }) => id)).toContain(usualManagement(score));
  });

  it('brings the management of its breast only', () => {
    const { right, left, recommendations, followUpMonths } = adoptCategory(empty, 'R', SCORES.B4B);
    expect([right?.biradsScore, left?.biradsScore, followUpMonths]).toEqual([
      SCORES.B4B,
      null,
      null,
    ]);
    expect(recommendations).toEqual([{ code: 'BIRAD_4', side: 'R', text: '' }]);
  });

  it('of 3 brings the usual interval, and keeps one that the reader has chosen', () => {
    expect(adoptCategory(empty, 'L', SCORES.B3).followUpMonths).toBe(6);
    const chosen = { ...empty, followUpMonths: 12 };
    expect(adoptCategory(chosen, 'L', SCORES.B3).followUpMonths).toBe(12);
  });

  it('keeps a management that the reader has chosen for the breast or for both', () => {
    for (const side of ['R', 'B'] as const) {
      const chosen = { ...empty, recommendations: [{ code: 'MRI', side, text: '' }] };
      expect(adoptCategory(chosen, 'R', SCORES.B5).recommendations).toEqual(chosen.recommendations);
    }
  });

  it('replaces what came with the earlier category', () => {
    const three = adoptCategory(empty, 'R', SCORES.B3);
    const four = adoptCategory(three, 'R', SCORES.B4B);
    expect(four.recommendations).toEqual([{ code: 'BIRAD_4', side: 'R', text: '' }]);
    expect(four.followUpMonths).toBeNull();
    const two = adoptCategory(four, 'R', SCORES.B2);
    expect(two.recommendations).toEqual([{ code: 'BIRAD_1_2', side: 'R', text: '' }]);
  });

  it('keeps the interval that the other breast of category 3 needs, and one of the reader', () => {
    const both = adoptCategory(adoptCategory(empty, 'R', SCORES.B3), 'L', SCORES.B3);
    expect(adoptCategory(both, 'R', SCORES.B2).followUpMonths).toBe(6);
    const chosen = { ...adoptCategory(empty, 'R', SCORES.B3), followUpMonths: 12 };
    expect(adoptCategory(chosen, 'R', SCORES.B2).followUpMonths).toBe(12);
  });

  it('names the management only if it is added', () => {
    expect(adoptedManagement(empty, 'R', SCORES.B4B)).toBe('BIRAD_4');
    const chosen = { ...empty, recommendations: [{ code: 'MRI', side: 'R' as const, text: '' }] };
    expect(adoptedManagement(chosen, 'R', SCORES.B4B)).toBeNull();
  });

  it('changes nothing for a breast that was not scanned', () => {
    const content = aContent({ right: {} });
    expect(adoptCategory(content, 'L', SCORES.B2)).toBe(content);
  });

  it.each([
    ['4B', SCORES.B4B],
    ['3', SCORES.B3],
    ['2', SCORES.B2],
  ] as const)('of %s leaves no check of its management open', (_code, biradsScore) => {
    const findings = [aReportFinding({ biradsScore })];
    const context = aReportContext({ findings, content: { recommendations: [] } });
    const content = adoptCategory(context.content, 'R', biradsScore);
    const open = checkReport({ ...context, content }, {}).map(({ check }) => check);
    for (const check of [
      'suspicious-without-biopsy',
      'b3-without-follow-up',
      'benign-with-biopsy',
      'benign-short-follow-up',
    ] as const) {
      expect(open).not.toContain(check);
    }
  });
});
