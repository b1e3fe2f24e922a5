import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry, type VolumePlane } from '#geometry';
import { formatPosition, orientationMarkers, parsePosition } from './plane-text.ts';

const volume = scannedVolumeGeometry([101, 60, 81], [0.5, 0.5, 0.5], 20);
const nipple = [2, 1, -3] as const;
const positionOf = (sag: number, tra: number, depth: number, rad: number) => ({
  sag,
  tra,
  depth,
  rad,
});
const format = (plane: VolumePlane, position: ReturnType<typeof positionOf>) => {
  const { name, value, unit } = formatPosition(volume, nipple, position, plane);
  return `${name} ${value} ${unit}`;
};

describe('a formatted plane position', () => {
  it('is relative to the nipple towards head, foot, left and right', () => {
    expect(format('TRA', positionOf(0, 26, 0, 0))).toBe('Head 16.0 mm');
    expect(format('TRA', positionOf(0, -26, 0, 0))).toBe('Foot 10.0 mm');
    expect(format('SAG', positionOf(24, 0, 0, 0))).toBe('Left 10.0 mm');
    expect(format('SAG', positionOf(-51.4, 0, 0, 0))).toBe('Right 27.7 mm');
  });

  it('gives depth from the transducer face', () => {
    expect(format('COR', positionOf(0, 0, 27.5, 0))).toBe('Depth from transducer 14.0 mm');
  });

  it('gives the radial plane as clock position and degrees', () => {
    expect(format('RAD', positionOf(0, 0, 0, 300))).toBe('Angle 10:00 300°');
    const offNipple = { ...positionOf(0, 0, 0, 300), radialAxisMm: { x: 5, z: 5 } };
    expect(format('RAD', offNipple)).toBe('Angle, beside the nipple 10:00 300°');
    expect(format('RAD', positionOf(0, 0, 0, 359.99))).toBe('Angle 12:00 0°');
  });
});

describe('a typed position', () => {
  const parse = (plane: VolumePlane, text: string, from = positionOf(-51.4, 26, 27.5, 300)) =>
    parsePosition(volume, nipple, from, plane, text);

  it('keeps the shown direction', () => {
    expect(parse('SAG', '10')).toBeCloseTo((2 - 10) / 0.5, 9);
    expect(parse('SAG', '-5')).toBeCloseTo((2 + 5) / 0.5, 9);
    expect(parse('TRA', '12,5 mm')).toBeCloseTo((12.5 - 3) / 0.5, 9);
    expect(parse('COR', '20')).toBeCloseTo(39.5, 9);
  });

  it('accepts a direction letter', () => {
    expect(parse('SAG', 'L 5')).toBeCloseTo((2 + 5) / 0.5, 9);
    expect(parse('TRA', 'f12')).toBeCloseTo((-12 - 3) / 0.5, 9);
  });

  it('accepts a clock time or degrees for the radial plane', () => {
    expect(parse('RAD', '10:30')).toBe(315);
    expect(parse('RAD', '12:00')).toBe(0);
    expect(parse('RAD', '-90°')).toBe(270);
    expect(parse('RAD', '300°')).toBe(300);
    expect(parse('RAD', '8.5 °')).toBe(8.5);
  });

  it('interprets a bare hour as a clock time', () => {
    expect(parse('RAD', '10')).toBe(300);
    expect(parse('RAD', '12')).toBe(0);
    expect(parse('RAD', '10°')).toBe(10);
  });

  it('is null if invalid', () => {
    expect(parse('SAG', 'H 5')).toBeNull();
    expect(parse('COR', 'deep')).toBeNull();
    expect(parse('RAD', '25:00')).toBeNull();
    expect(parse('RAD', '400')).toBeNull();
    expect(parse('TRA', '')).toBeNull();
  });
});

describe('orientation markers', () => {
  it('are the same for both breasts except for inner and outer', () => {
    const right = orientationMarkers('COR', 'R', 0);
    const left = orientationMarkers('COR', 'L', 0);
    expect([right.top, right.bottom, right.left, right.right]).toEqual(['H', 'F', 'R', 'L']);
    expect([right.leftLabel, right.rightLabel]).toEqual(['outer', 'inner']);
    expect([left.leftLabel, left.rightLabel]).toEqual(['inner', 'outer']);
    expect({ ...left, leftLabel: '', rightLabel: '' }).toEqual({
      ...right,
      leftLabel: '',
      rightLabel: '',
    });
  });

  it('put the head at the left of a sagittal and the patient’s right at the left of a transverse image', () => {
    expect(orientationMarkers('SAG', 'L', 0)).toMatchObject({
      top: 'A',
      bottom: 'P',
      left: 'H',
      right: 'F',
    });
    expect(orientationMarkers('TRA', 'L', 0)).toMatchObject({
      top: 'A',
      bottom: 'P',
      left: 'R',
      right: 'L',
    });
  });

  it('give both ends of a radial plane as clock positions', () => {
    expect(orientationMarkers('RAD', 'R', 300)).toMatchObject({ left: '4:00', right: '10:00' });
    expect(orientationMarkers('RAD', 'R', 300, true)).toMatchObject({ left: 'LF', right: 'RH' });
  });
});
