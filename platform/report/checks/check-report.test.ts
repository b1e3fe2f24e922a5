import { describe, expect, it } from 'vitest';
import { aReportContext, aReportScan, withFindingText } from '../test-support/report-fixtures.ts';
import { checkReport, levelOf, unresolvedHits } from './check-report.ts';
import { REPORT_CHECKS } from './report-checks.ts';

/** A report with a wrong side (locked), a wrong size (block) and an unseen region (warn). */
const faulty = withFindingText(
  'Mass of 25 mm in the left breast.',
  aReportContext({ scans: [aReportScan('R', { seen: 0.224 }), aReportScan('L')] }),
);
const namesOf = (hits: ReturnType<typeof checkReport>) =>
  hits.map(({ check, level }) => `${level} ${check}`);

describe('checkReport', () => {
  it('returns the hits at their default level, blocks first', () => {
    expect(checkReport(faulty)).toEqual([
      {
        check: 'side-in-finding-text',
        level: 'block',
        subject: { kind: 'finding', id: 'finding-R' },
        message:
          'Finding R1: the text says left breast, its marks are in the right breast. Correct the text, or write contralateral for a comparison.',
      },
      {
        check: 'size-in-text',
        level: 'block',
        subject: { kind: 'finding', id: 'finding-R' },
        message:
          'Finding R1: the text says 25 mm, but no mark measures that and it was not typed as a size. Correct the text, or measure the finding.',
      },
      {
        check: 'region-unseen',
        level: 'warn',
        subject: { kind: 'scan', id: 'scan-R' },
        message: 'Only 22 % of scan R was seen. Look at the rest.',
      },
    ]);
  });

  it('applies the levels of the site, but lowers no check about the wrong side', () => {
    const levels = {
      'side-in-finding-text': 'off',
      'size-in-text': 'warn',
      'region-unseen': 'block',
      unknown: 'block',
    } as const;
    expect(namesOf(checkReport(faulty, levels))).toEqual([
      'block side-in-finding-text',
      'block region-unseen',
      'warn size-in-text',
    ]);
    expect(namesOf(checkReport(faulty, { 'region-unseen': 'off' }))).not.toContain(
      'warn region-unseen',
    );
  });

  it('runs only the checks of an addendum while one is being written', () => {
    const addendum = { ...faulty, addendumText: 'Histology of the left breast.' };
    expect(namesOf(checkReport(addendum, { 'addendum-side': 'off' }))).toEqual([
      'warn addendum-side',
    ]);
  });
});

describe('levelOf', () => {
  it('can raise a locked check', () => {
    const locked = REPORT_CHECKS.find(({ id }) => id === 'addendum-side')!;
    expect(levelOf(locked, { 'addendum-side': 'block' })).toBe('block');
  });

  it('ignores a level that the object inherits', () => {
    const check = { id: 'toString' as never, level: 'warn', locked: false } as const;
    expect(levelOf(check, {})).toBe('warn');
  });
});

describe('unresolvedHits', () => {
  const hits = checkReport(faulty);
  const reason = 'Known from the first read.';

  it('leaves out a warning with a reason for its check and subject', () => {
    const given = { check: 'region-unseen', subject: 'scan-R', reason };
    expect(namesOf(unresolvedHits(hits, [given]))).not.toContain('warn region-unseen');
    const other = { ...given, subject: 'scan-L' };
    expect(namesOf(unresolvedHits(hits, [other]))).toContain('warn region-unseen');
  });

  it('keeps a block whatever reason is given', () => {
    const given = { check: 'size-in-text', subject: 'finding-R', reason };
    expect(namesOf(unresolvedHits(hits, [given]))).toContain('block size-in-text');
  });
});
