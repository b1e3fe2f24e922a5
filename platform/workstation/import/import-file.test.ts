import { describe, expect, it } from 'vitest';
import { axesProblem, fileKind, formatBytes } from './import-file.ts';

describe('a file to import', () => {
  it('asks for axes when its name says it is a volume', () => {
    expect(fileKind('phantom.MHA')).toBe('volume');
    expect(fileKind('scan.nrrd')).toBe('volume');
    expect(fileKind('us-multi-frame.dcm')).toBe('dicom');
    expect(fileKind('IM000001')).toBe('dicom');
    expect(fileKind('letter.pdf')).toBe('unknown');
  });

  it('cannot have depth and head along one axis, whichever way they point', () => {
    expect(axesProblem('+j', '-j')).not.toBeNull();
    expect(axesProblem('+j', '+k')).toBeNull();
  });

  it('tells its size in units that people read', () => {
    expect(formatBytes(300)).toBe('1 KB');
    expect(formatBytes(6_800_000)).toBe('6.8 MB');
    expect(formatBytes(2_500_000_000)).toBe('2.50 GB');
  });
});
