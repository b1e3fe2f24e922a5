import { describe, expect, it } from 'vitest';
import type { ReportLanguage } from '#contracts';
import { aReportContext, aReportFinding, aReportScan } from '../test-support/report-fixtures.ts';
import {
  composeComparison,
  composeImpression,
  composeSide,
  composeTechnique,
} from './compose-sections.ts';
import { SCORES } from './proposed-category.ts';

const inGerman = { language: 'de' as ReportLanguage };
const aSide = (biradsScore: number | null) => ({
  biradsScore,
  breastDensity: null,
  text: { text: '', editedFrom: null },
});
const aPrior = (day: string | null, opened: boolean | null) => ({ studyId: `${day}`, day, opened });

describe('composeTechnique', () => {
  it('states breasts, day and number of volumes', () => {
    const again = aReportScan('R', { id: 'again', name: 'R2' });
    const scans = [aReportScan('R'), again, aReportScan('L')];
    expect(composeTechnique(aReportContext({ scans }))).toBe(
      '3D ultrasound of both breasts on 2026-11-20, 2 volumes on the right and 1 volume on the left.',
    );
    expect(composeTechnique(aReportContext({ scans: [again], content: inGerman }))).toBe(
      '3D-Ultraschall der rechten Brust am 20.11.2026, 1 Volumen.',
    );
    expect(composeTechnique(aReportContext({ scans: [] }))).toBe('');
  });
});

describe('composeComparison', () => {
  it.each([
    [[], 'No prior study for comparison.'],
    [[aPrior('2025-11-14', true)], 'Compared with the study of 2025-11-14.'],
    [
      [aPrior('2023-02-01', null), aPrior('2025-11-14', true), aPrior(null, true)],
      'Compared with the studies of 2025-11-14, 2023-02-01 and unknown date.',
    ],
    [[aPrior('2025-11-14', false)], ''],
  ] as const)('names the opened priors, newest first: %#', (priors, text) => {
    expect(composeComparison(aReportContext({ priors }))).toBe(text);
  });

  it('keeps a prior that was opened before the reader signed out, unless the reader wrote it', () => {
    const before = aReportContext({ priors: [aPrior('2025-11-14', true)] });
    const priors = [aPrior('2025-11-14', false)];
    const { comparison } = before.content;
    const after = aReportContext({ priors, content: { comparison } });
    expect(composeComparison(after)).toBe('Compared with the study of 2025-11-14.');
    const written = { text: 'Compared with 2025-11-14.', editedFrom: '' };
    const typed = aReportContext({ priors, content: { comparison: written } });
    expect(composeComparison(typed)).toBe('');
  });

  it('writes German days', () => {
    const priors = [aPrior('2025-11-14', true)];
    expect(composeComparison(aReportContext({ priors, content: inGerman }))).toBe(
      'Verglichen mit der Voruntersuchung vom 14.11.2025.',
    );
  });
});

describe('composeSide', () => {
  it.each([
    [SCORES.B1, 'No mass, no suspicious finding.'],
    [SCORES.B2, 'No suspicious finding.'],
    [SCORES.B0, ''],
    [null, ''],
  ])('writes for a breast of score %s without findings “%s”', (score, text) => {
    expect(composeSide(aReportContext({ content: { left: aSide(score) } }), 'L')).toBe(text);
  });

  it('writes nothing about a breast with findings or without a scan', () => {
    expect(composeSide(aReportContext({ content: { right: aSide(SCORES.B2) } }), 'R')).toBe('');
    expect(composeSide(aReportContext({ content: { left: null } }), 'L')).toBe('');
  });
});

describe('composeImpression', () => {
  it('writes category, meaning, findings and management of each breast', () => {
    expect(composeImpression(aReportContext())).toBe(
      'Right breast: BI-RADS 4B, moderate suspicion of malignancy (R1). Tissue diagnosis.\n' +
        'Left breast: BI-RADS 1, negative. Routine screening.',
    );
  });

  it('writes the interval of the reader for category 3', () => {
    const content = { right: aSide(SCORES.B3), left: null, followUpMonths: 12 };
    const findings = [aReportFinding({ biradsScore: SCORES.B3 })];
    expect(composeImpression(aReportContext({ content, findings }))).toBe(
      'Right breast: BI-RADS 3, probably benign (R1). Follow-up after 12 months.',
    );
  });

  it('names findings of a second scan of a breast by that scan', () => {
    const scans = [aReportScan('R'), aReportScan('R', { id: 'again', name: 'R2' })];
    const findings = [aReportFinding(), aReportFinding({ id: 'other', scan: { id: 'again' } })];
    const content = { left: null };
    expect(composeImpression(aReportContext({ scans, findings, content }))).toContain('(R1, R2-1)');
  });
});
