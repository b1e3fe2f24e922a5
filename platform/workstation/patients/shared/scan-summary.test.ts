import { describe, expect, it } from 'vitest';
import { scanAddress, scanSummary } from './scan-summary.ts';

describe('a scan of a study', () => {
  it('is summarised by its known values', () => {
    const summary = (changes: object) =>
      scanSummary({ scanState: 'C', origin: 'SCANNED', acquisitionTime: null, ...changes });
    expect(summary({})).toBe('scanned');
    expect(summary({ acquisitionTime: new Date(2026, 10, 20, 10, 12).toISOString() })).toBe(
      'scanned 10:12',
    );
    expect(summary({ origin: 'IMPORTED' })).toBe('imported');
    const noon = new Date(2025, 10, 20, 12, 0).toISOString();
    expect(summary({ origin: 'IMPORTED', acquisitionTime: noon })).toBe(
      'imported, examined 2025-11-20',
    );
    expect(summary({ scanState: 'N' })).toBe('not started');
  });

  it('has an address with study and scan', () => {
    expect(scanAddress({ id: 'scan-1', studyId: 'study-1' })).toBe(
      '/scan?study=study-1&scan=scan-1',
    );
  });
});
