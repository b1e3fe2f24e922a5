import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { checkReport } from '../checks/check-report.ts';
import {
  aContent,
  aReportContext,
  aReportFinding,
  aReportScan,
} from '../test-support/report-fixtures.ts';
import { changeSince } from './change-since-prior.ts';
import { checkMacro, expandMacro, macroValues, sideMacroValues } from './expand-macro.ts';
import { normalContent } from './normal-content.ts';
import { proposedCategory, SCORES } from './proposed-category.ts';

describe('expandMacro', () => {
  const context = aReportContext();
  const [finding] = context.findings;

  it('replaces the placeholders with the values of a finding', () => {
    const values = macroValues(context, finding!, 'en');
    const template = '{label}, {side}, {clock}, {distance}, {depth}: { size }, {category}.';
    expect(unwrap(expandMacro(template, values))).toBe(
      'R1, right breast, 10:00, 32 mm from the nipple, 14 mm deep: 12.4 × 9.4 × 8.4 mm, BI-RADS 4B.',
    );
    expect(
      unwrap(expandMacro('{side} bei {clock}: {size}', macroValues(context, finding!, 'de'))),
    ).toBe('rechte Brust bei 10 Uhr: 12,4 × 9,4 × 8,4 mm');
  });

  it.each([
    ['{colour} at {clock}', 'UNKNOWN_PLACEHOLDER', '{colour}'],
    ['{}', 'UNKNOWN_PLACEHOLDER', '{}'],
    ['{toString}', 'UNKNOWN_PLACEHOLDER', '{toString}'],
    ['At {clock}', 'MISSING_MACRO_VALUE', '{clock}'],
  ])('rejects “%s” by name', (template, code, name) => {
    const result = expandMacro(template, { side: 'right breast', clock: null });
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(!result.ok && result.problem.detail).toContain(name);
  });
});

describe('checkMacro', () => {
  it('rejects only unknown placeholders', () => {
    expect(checkMacro('At {clock}, { side }').ok).toBe(true);
    expect(checkMacro('At {hour}')).toMatchObject({
      ok: false,
      problem: { code: 'UNKNOWN_PLACEHOLDER', detail: '{hour} is not a placeholder.' },
    });
  });
});

describe('sideMacroValues', () => {
  it('gives the side only', () => {
    expect(unwrap(expandMacro('{side}', sideMacroValues('L', 'de')))).toBe('linke Brust');
    expect(expandMacro('{clock}', sideMacroValues('L', 'de')).ok).toBe(false);
  });
});

describe('normalContent', () => {
  it('assesses each scanned breast as negative and writes the texts', () => {
    const context = aReportContext({ findings: [], content: aContent({ right: null }) });
    const { left, right, impression } = unwrap(normalContent(context));
    expect(right).toMatchObject({ biradsScore: SCORES.B1, breastDensity: null });
    expect(left?.text.text).toBe('No mass, no suspicious finding.');
    expect(impression.text).toContain('Left breast: BI-RADS 1, negative.');
  });

  it('passes all blocking checks', () => {
    const context = aReportContext({ findings: [], content: aContent() });
    const hits = checkReport({ ...context, content: unwrap(normalContent(context)) });
    expect(hits.filter(({ level }) => level === 'block')).toEqual([]);
  });

  it('leaves a breast without a scan unassessed and keeps the density', () => {
    const scans = [aReportScan('L')];
    const context = aReportContext({ scans, findings: [], content: { right: null } });
    const { left, right } = unwrap(normalContent(context));
    expect(right).toBeNull();
    expect(left?.breastDensity).toBe('HETERO');
  });

  it('is rejected with the names of the findings, and without a scan', () => {
    const result = normalContent(aReportContext());
    expect(result).toMatchObject({ ok: false, problem: { code: 'STUDY_HAS_FINDINGS' } });
    expect(!result.ok && result.problem.detail).toContain('R1');
    const none = normalContent(aReportContext({ scans: [], findings: [] }));
    expect(none).toMatchObject({ ok: false, problem: { code: 'NO_SCAN' } });
  });
});

describe('proposedCategory', () => {
  const scored = (...scores: readonly (number | null)[]) =>
    scores.map((biradsScore, idx) => aReportFinding({ id: `f${idx}`, biradsScore }));

  it.each([
    [[SCORES.B3, SCORES.B4A, SCORES.B2], SCORES.B4A, 'f1'],
    [[SCORES.B0, SCORES.B6], SCORES.B0, 'f0'],
    [[SCORES.B6, SCORES.B4A], SCORES.B4A, 'f1'],
    [[SCORES.B6, SCORES.B3], SCORES.B6, 'f0'],
    [[SCORES.B2, SCORES.B2], SCORES.B2, 'f0'],
    [[null, SCORES.B1], SCORES.B1, 'f1'],
  ])('proposes for %j the score %i of %s', (scores, score, id) => {
    expect(proposedCategory(scored(...scores))).toMatchObject({
      score,
      finding: { finding: { id } },
    });
  });

  it('proposes nothing without a category', () => {
    expect(proposedCategory([])).toBeNull();
    expect(proposedCategory(scored(null))).toBeNull();
  });
});

describe('changeSince', () => {
  const sizes = { massLengthUm: 20_000, massWidthUm: 10_000, massHeightUm: 10_000 };

  it('gives the elapsed days as doubling time of a volume that has doubled', () => {
    const prior = { day: '2025-11-20', days: 200, sizesUm: [10_000, 10_000, 10_000] } as const;
    const change = changeSince(sizes, prior);
    expect(change).toMatchObject({ fromUm: 10_000, toUm: 20_000, growthPercent: 100 });
    expect(change?.doublingDays).toBeCloseTo(200, 9);
  });

  it('compares only sizes that are known on both days', () => {
    const prior = { day: '2025-11-20', days: 200, sizesUm: [null, 8_000, 9_000] } as const;
    expect(changeSince(sizes, prior)).toMatchObject({
      fromUm: 9_000,
      toUm: 10_000,
      doublingDays: null,
    });
    const unknown = { ...prior, sizesUm: [null, null, null] } as const;
    expect(changeSince(sizes, unknown)).toBeNull();
  });
});
