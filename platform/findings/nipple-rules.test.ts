import { describe, expect, it } from 'vitest';
import { areComparable, checkMark, checkNippleMark, nippleStatus } from '#findings';
import { aLengthMark, aScan } from '#testing';

const position = { sag: 0, tra: 0, depth: 3 };

describe('the nipple', () => {
  it.each([
    [{ scanLocation: null, aiLocation: null, isSetInSession: false }, 'NOT_SET'],
    [{ scanLocation: null, aiLocation: position, isSetInSession: false }, 'NOT_CONFIRMED'],
    [{ scanLocation: position, aiLocation: null, isSetInSession: false }, 'PREVIOUSLY_SET'],
    [{ scanLocation: position, aiLocation: position, isSetInSession: true }, 'JUST_SET'],
  ] as const)('has, for %o, the status %s', (info, status) => {
    expect(nippleStatus(info)).toBe(status);
  });

  it('can be marked only with a location and an image number', () => {
    expect(checkNippleMark(position, 4)).toEqual({ ok: true, value: { imageNumber: 4 } });
    for (const [location, number] of [
      [null, 4],
      [position, '4'],
      [position, Number.NaN],
      [position, undefined],
    ] as const) {
      expect(checkNippleMark(location, number).ok).toBe(false);
    }
  });
});

describe('two scans', () => {
  const scanWithNipple = aScan({
    nippleLocation: { ...position, rad: 0, setBy: null, setAt: '2026-01-01T00:00:00Z' },
  });
  const volume = { sizes: [4, 5, 6] } as const;

  it('can be compared if both nipples are set and the volumes have the same size', () => {
    expect(areComparable({ scan: scanWithNipple, volume }, { scan: scanWithNipple, volume })).toBe(
      true,
    );
    expect(areComparable({ scan: aScan(), volume }, { scan: scanWithNipple, volume })).toBe(false);
    const otherVolume = { sizes: [4, 5, 7] } as const;
    expect(
      areComparable(
        { scan: scanWithNipple, volume },
        { scan: scanWithNipple, volume: otherVolume },
      ),
    ).toBe(false);
    expect(
      areComparable({ scan: scanWithNipple, volume: null }, { scan: scanWithNipple, volume: null }),
    ).toBe(false);
  });
});

describe('the image of a mark', () => {
  const mark = aLengthMark();
  const checked = (right: readonly [number, number, number]) =>
    checkMark({ ...mark, frame: { ...mark.frame, right } });

  it('needs orthogonal directions of unit length', () => {
    expect(checked([1, 0, 0]).ok).toBe(true);
    for (const right of [
      [2, 0, 0],
      [0, 0, 0],
      [0.6, 0, -0.8],
    ] as const) {
      const rejection = checked(right);
      expect(rejection.ok ? null : rejection.problem.code).toBe('FRAME_NOT_RECTANGULAR');
    }
  });
});
