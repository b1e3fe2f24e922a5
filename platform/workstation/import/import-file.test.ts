import { describe, expect, it } from 'vitest';
import { formatBytes } from './import-file.ts';

describe('a file to import', () => {
  it('has its size formatted in readable units', () => {
    expect(formatBytes(300)).toBe('1 KB');
    expect(formatBytes(6_800_000)).toBe('6.8 MB');
    expect(formatBytes(2_500_000_000)).toBe('2.50 GB');
  });
});
