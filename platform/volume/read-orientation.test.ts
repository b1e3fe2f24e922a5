import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { ALIGNED_GRIDS, markerMha, markerNrrd, OBLIQUE_GRIDS } from '#testing/files';
import { readOrientation } from './index.ts';

const FLIPPED = ALIGNED_GRIDS.find(({ name }) => name === 'flipped')!;
const OBLIQUE = OBLIQUE_GRIDS[0]!;
const [NRRD, MHA] = [markerNrrd(FLIPPED), markerMha(FLIPPED)];

describe('the orientation in a header', () => {
  it.each([
    ['NRRD', NRRD],
    ['MetaImage', MHA],
  ])('is read from the beginning of a %s file', (_, bytes) => {
    expect(unwrap(readOrientation(bytes.subarray(0, 400)))).toEqual({
      axes: { depthAxis: '+j', headAxis: '-k' },
      isOblique: false,
    });
  });

  it('says whether the axes are oblique', () => {
    expect(unwrap(readOrientation(markerNrrd(OBLIQUE)))).toEqual({
      axes: { depthAxis: '+j', headAxis: '+k' },
      isOblique: true,
    });
  });

  it('is open without a space, and unreadable in other files', () => {
    const open = markerNrrd(OBLIQUE, { space: null });
    expect(unwrap(readOrientation(open))).toEqual({ axes: null, isOblique: false });
    expect(readOrientation(new TextEncoder().encode('Dear colleague')).ok).toBe(false);
    expect(readOrientation(markerNrrd(FLIPPED, { space: 'elsewhere' })).ok).toBe(false);
    expect(readOrientation(NRRD.subarray(0, 40)).ok).toBe(false);
  });
});
