import { describe, expect, it } from 'vitest';
import { scanAddress, scanWords, sidesFirst } from './scan-words.ts';

const scan = (id: 'L' | 'R', label: string) => ({ laterality: { id }, label });

describe('scans of a study', () => {
  it('stand right before left, as the breasts do on the screen', () => {
    const scans = [scan('L', 'L'), scan('R', 'R10'), scan('R', 'R'), scan('R', 'R2')];
    expect(sidesFirst(scans).map((one) => one.label)).toEqual(['R', 'R2', 'R10', 'L']);
  });

  it('say what is known of them and no more', () => {
    const words = (changes: object) =>
      scanWords({ scanState: 'C', origin: 'SCANNED', acquisitionTime: null, ...changes });
    expect(words({})).toBe('scanned');
    expect(words({ acquisitionTime: new Date(2026, 10, 20, 10, 12).toISOString() })).toBe(
      'scanned 10:12',
    );
    expect(words({ origin: 'IMPORTED' })).toBe('imported');
    expect(words({ scanState: 'N' })).toBe('not started');
  });

  it('open at an address that names study and scan', () => {
    expect(scanAddress({ id: 's', studyId: 't' })).toBe('/scan?study=t&scan=s');
  });
});
