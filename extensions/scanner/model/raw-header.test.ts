import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd, writeNrrd } from '#volume';
import { decodeRawHeader, encodeRawHeader, type RawHeader } from './raw-header.ts';

const HEADER: RawHeader = {
  schema: 1,
  sweep: 'PER',
  plane: 'half',
  side: 'L',
  clockDeg: [0, 0.999999999, 359.25],
  lateralPitchMm: 0.325,
  firstLateralMm: 13,
  depthStepMm: 0.225,
  firstDepthMm: 4,
  tiltDeg: -6,
  axisColumn: -40,
  planeOffsetMm: 0.125,
  speedOfSoundMps: 1540,
  deviceAngle: { direction: -1, zeroDeg: 90 },
  epoch: 2,
  settingsVersion: 1,
  content: 'BMODE',
  acquisitionMode: 'BMODE',
  dynamicRangeDb: 60,
  frequencyHz: 5e6,
  focusMm: 25,
  filterName: 'FAMODE3',
  compound: false,
  doubler: true,
};

describe('raw header', () => {
  it('is unchanged after being written to and read from an NRRD file', async () => {
    const bytes = writeNrrd({
      type: 'uint8',
      sizes: [1, 1, 3],
      keyValues: encodeRawHeader(HEADER),
      data: new Uint8Array(3),
    });
    const nrrd = unwrap(await readNrrd(bytes));
    expect(unwrap(decodeRawHeader(nrrd.keyValues))).toEqual(HEADER);
  });

  it('ignores foreign keys in the file', () => {
    const read = decodeRawHeader({ ...encodeRawHeader(HEADER), foreignKey: 'value' });
    expect(read.ok).toBe(true);
  });

  it.each([
    ['a tilt that is not a number', { tiltDeg: null }, 'tiltDeg'],
    ['an axis column that contradicts the first line', { axisColumn: -39 }, 'axisColumn'],
    ['a full plane', { plane: 'full' }, 'plane'],
    ['an angle beyond the circle', { clockDeg: [360] }, 'clockDeg.0'],
    ['an unknown side', { side: 'B' }, 'side'],
  ])('rejects %s and names the field', (_, change, fieldName) => {
    const read = decodeRawHeader(encodeRawHeader({ ...HEADER, ...change } as unknown as RawHeader));
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.problem.code).toBe('RAW_HEADER_UNREADABLE');
    expect(read.problem.detail).toContain(fieldName);
  });

  it('rejects a header without its tilt', () => {
    const { clockface_tiltDeg: _, ...rest } = encodeRawHeader(HEADER);
    const read = decodeRawHeader(rest);
    expect(read.ok ? null : read.problem.detail).toContain('tiltDeg');
  });

  it('rejects a value that is not valid JSON', () => {
    const read = decodeRawHeader({ ...encodeRawHeader(HEADER), clockface_tiltDeg: '{-6' });
    expect(read.ok ? null : read.problem.code).toBe('RAW_HEADER_UNREADABLE');
  });
});
