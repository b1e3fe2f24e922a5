import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { addSeen, type SeenParts, seenShare, shownParts } from './seen.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const at = (change: object) => ({ sag: 0, tra: 0, depth: 10, rad: 0, ...change });

describe('what has been seen', () => {
  it('grows slice by slice, and a jump leaves what lies between unseen', () => {
    const slices = [10, 11, 40].flatMap((depth) => shownParts(volume, 'COR', at({ depth }), 0));
    const parts = slices.reduce<SeenParts>((seen, [a, b]) => addSeen(seen, a, b), []);
    expect(parts).toEqual([
      [9.5, 11.5],
      [39.5, 40.5],
    ]);
    expect(seenShare(volume, 'COR', parts)).toBeCloseTo(3 / 60, 9);
  });

  it('counts a slab with its whole thickness, held inside the volume', () => {
    expect(shownParts(volume, 'COR', at({ depth: 10 }), 4)).toEqual([[6, 14]]);
    expect(shownParts(volume, 'COR', at({ depth: 0 }), 4)).toEqual([[0, 4]]);
  });

  it('counts both half planes of a radial picture, around the end too', () => {
    const parts = shownParts(volume, 'RAD', at({ rad: 0 }), 0).reduce<SeenParts>(
      (seen, [a, b]) => addSeen(seen, a, b),
      [],
    );
    expect(parts).toEqual([
      [0, 0.5],
      [179.5, 180.5],
      [359.5, 360],
    ]);
    expect(seenShare(volume, 'RAD', parts)).toBeCloseTo(2 / 360, 9);
  });

  it('is the same in whatever order it was seen, apart and in order, never more than all', () => {
    const part = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (all) => {
        const seen = (list: typeof all) =>
          list.reduce<SeenParts>((parts, [from, long]) => addSeen(parts, from, from + long), []);
        const parts = seen(all);
        expect(seen([...all].reverse())).toEqual(parts);
        for (const [idx, [from]] of parts.entries()) {
          const before = parts[idx - 1];
          if (before !== undefined) expect(from).toBeGreaterThan(before[1]);
        }
        expect(seenShare(volume, 'COR', parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
