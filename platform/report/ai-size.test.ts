import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { aiSizeOf, longestUm } from './ai-size.ts';
import { aReportFinding } from './test-support/report-fixtures.ts';

const own = aReportFinding().finding;
const decided = (kind: 'ACCEPTED' | 'REJECTED' | null): Finding['ai'] => ({
  runId: 'run',
  providerId: 'ai-findings.detector',
  model: { name: 'm', version: '1', weightsSha256: null, use: 'research' },
  score: 0.9,
  decision: kind === null ? null : { kind, reason: null, by: null, at: '2026-11-20T09:00:00Z' },
});
const proposal = (fields: Partial<Finding> = {}): Finding => ({
  ...own,
  id: 'ai',
  ai: decided('ACCEPTED'),
  massLengthUm: 30_000,
  ...fields,
});

describe('the size of the AI finding of a finding', () => {
  it('is that of the accepted AI finding at its location', () => {
    expect(aiSizeOf(own, [own, proposal()])).toBe(30_000);
  });

  it('is missing without an accepted AI finding of the scan', () => {
    for (const other of [
      proposal({ ai: decided('REJECTED') }),
      proposal({ ai: decided(null) }),
      proposal({ ai: null }),
      proposal({ scan: { id: 'another' } }),
      proposal({ deletedAt: '2026-11-20T09:00:00Z' }),
      proposal({ marks: {} }),
      proposal({ massLengthUm: null, massWidthUm: null, massHeightUm: null }),
    ]) {
      expect(aiSizeOf(own, [own, other])).toBeNull();
    }
  });

  it('is not that of an AI finding at another location', () => {
    const marks = Object.values(own.marks).map((mark) => ({
      ...mark,
      frame: { ...mark.frame, originMm: [40, 40, 40] as const },
    }));
    const far = proposal({ marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])) });
    expect(aiSizeOf(own, [far])).toBeNull();
  });

  it('counts known sizes only', () => {
    const sizes = { massLengthUm: null, massWidthUm: 7_000, massHeightUm: 0 };
    expect(longestUm(sizes)).toBe(7_000);
    expect(longestUm({ ...sizes, massWidthUm: null })).toBeNull();
  });
});
