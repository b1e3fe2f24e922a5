import { describe, expect, it } from 'vitest';
import { sortBySide } from './sort-by-side.ts';

const scan = (id: 'L' | 'R', label: string) => ({ laterality: { id }, label });

describe('scans of a study', () => {
  it('are sorted right before left, as on the screen', () => {
    const scans = [scan('L', 'L'), scan('R', 'R10'), scan('R', 'R'), scan('R', 'R2')];
    expect(sortBySide(scans).map((scan) => scan.label)).toEqual(['R', 'R2', 'R10', 'L']);
  });
});
