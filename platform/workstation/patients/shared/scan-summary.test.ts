import { describe, expect, it } from 'vitest';
import { scanAddress, scanSummary } from './scan-summary.ts';

describe('scans of a study', () => {
  it('say what is known of them and no more', () => {
    const summary = (changes: object) =>
      scanSummary({ scanState: 'C', origin: 'SCANNED', acquisitionTime: null, ...changes });
    expect(summary({})).toBe('scanned');
    expect(summary({ acquisitionTime: new Date(2026, 10, 20, 10, 12).toISOString() })).toBe(
      'scanned 10:12',
    );
    expect(summary({ origin: 'IMPORTED' })).toBe('imported');
    expect(summary({ scanState: 'N' })).toBe('not started');
  });

  it('open at an address that names study and scan', () => {
    expect(scanAddress({ id: 's', studyId: 't' })).toBe('/scan?study=t&scan=s');
  });
});
