import { describe, expect, it } from 'vitest';
import { axesProblem, fileKind, formatBytes } from './import-file.ts';

describe('a file to import', () => {
  it('is classified as a volume or DICOM by its name', () => {
    expect(fileKind('phantom.MHA')).toBe('volume');
    expect(fileKind('scan.nrrd')).toBe('volume');
    expect(fileKind('us-multi-frame.dcm')).toBe('dicom');
    expect(fileKind('IM000001')).toBe('dicom');
    expect(fileKind('letter.pdf')).toBe('unknown');
  });

  it('cannot have depth and head along the same axis, whatever their direction', () => {
    expect(axesProblem('+j', '-j')).not.toBeNull();
    expect(axesProblem('+j', '+k')).toBeNull();
  });

  it('has its size formatted in readable units', () => {
    expect(formatBytes(300)).toBe('1 KB');
    expect(formatBytes(6_800_000)).toBe('6.8 MB');
    expect(formatBytes(2_500_000_000)).toBe('2.50 GB');
  });
});
