import { describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, type VolumePlane } from '#geometry';
import { lineKeyStep } from './line-keys.ts';

const volume = scannedVolumeGeometry([100, 50, 100], [0.8, 0.8, 0.8], 38);
const frameOf = (plane: VolumePlane) =>
  imageFrame(volume, plane, null, { sag: 0, tra: 0, depth: 20, rad: 40 });

describe('an arrow key on a reference line', () => {
  it.each([
    ['COR', 'SAG', 'ArrowRight', 1],
    ['COR', 'SAG', 'ArrowLeft', -1],
    ['COR', 'TRA', 'ArrowDown', -1],
    ['COR', 'TRA', 'ArrowUp', 1],
    ['TRA', 'COR', 'ArrowDown', 1],
    ['TRA', 'SAG', 'ArrowLeft', -1],
    ['SAG', 'TRA', 'ArrowRight', -1],
    ['SAG', 'COR', 'ArrowUp', -1],
    ['RAD', 'COR', 'ArrowDown', 1],
  ] as const)('in the %s image moves the %s line on %s', (view, line, key, step) => {
    expect(lineKeyStep(line, frameOf(view), key)).toBe(step);
  });

  it('parallel to the line also moves the line, so that all four arrow keys work', () => {
    expect(lineKeyStep('SAG', frameOf('COR'), 'ArrowUp')).toBe(1);
    expect(lineKeyStep('COR', frameOf('TRA'), 'ArrowLeft')).toBe(-1);
  });

  it('turns the radial line clockwise for right and down', () => {
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
    expect(keys.map((key) => lineKeyStep('RAD', frameOf('COR'), key))).toEqual([1, 1, -1, -1]);
  });

  it('is the only key that moves the line', () => {
    for (const key of ['Tab', 'Enter', 'a', 'PageUp']) {
      expect(lineKeyStep('SAG', frameOf('COR'), key)).toBeNull();
    }
  });
});
