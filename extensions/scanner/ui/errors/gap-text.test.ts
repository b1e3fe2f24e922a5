import { describe, expect, it } from 'vitest';
import type { SweepGap } from '../../state/scan/scan-gaps.ts';
import { gapsSentence } from './gap-text.ts';

const gap = (
  sweep: 'CEN' | 'PER',
  ...ranges: readonly (readonly [number, number])[]
): SweepGap => ({
  sweep,
  isEntireSweep: false,
  missing: 1,
  ranges: ranges.map(([fromDeg, toDeg]) => ({ fromDeg, toDeg })),
});

describe('gapsSentence', () => {
  it('names missing angles, and sweeps without frames', () => {
    const entireGap: SweepGap = { ...gap('PER', [0, 359]), isEntireSweep: true };
    expect(gapsSentence([gap('CEN', [88, 120]), entireGap])).toBe(
      'Missing: CEN 88°–120°, all of PER',
    );
    expect(gapsSentence([gap('CEN', [358, 1], [9, 9])])).toBe('Missing: CEN 358°–1°, 9°');
  });

  it('shortens a long list of gaps to their number', () => {
    const sevenRanges = Array.from({ length: 7 }, (_, idx) => [idx * 10, idx * 10] as const);
    expect(gapsSentence([gap('CEN', ...sevenRanges)])).toBe(
      'Missing: CEN 0°, 10°, 20°, 30° and 3 more',
    );
  });

  it('states that nothing is missing instead of returning an empty text', () => {
    expect(gapsSentence([])).toBe('No frames are missing. Resume the scan to finish it.');
  });
});
