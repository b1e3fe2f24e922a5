import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { ALIGNED_GRIDS, markerMha, markerNrrd, OBLIQUE_GRIDS } from '#testing/files';
import { readOrientation, volumeFormatOf } from './index.ts';

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
      conflict: null,
      openSpace: null,
      statesOrigin: true,
    });
  });

  it('says whether the axes are oblique', () => {
    expect(unwrap(readOrientation(markerNrrd(OBLIQUE)))).toEqual({
      axes: { depthAxis: '+j', headAxis: '+k' },
      isOblique: true,
      conflict: null,
      openSpace: null,
      statesOrigin: true,
    });
  });

  it.each([
    'ObjectType',
    'ObjectSubType',
    'Comment',
    'NDims',
    'BinaryData',
    'AnatomicalOrientation',
  ])('is read from a MetaImage file that begins with %s', (key) => {
    const lines = Buffer.from(MHA).toString('latin1').split('\n');
    const value = { NDims: '3', BinaryData: 'True', AnatomicalOrientation: '???' }[key] ?? 'Image';
    const rest = lines.filter((line) => !line.startsWith(`${key} =`));
    const bytes = Buffer.from([`${key} = ${value}`, ...rest].join('\n'), 'latin1');
    expect(volumeFormatOf(bytes)).toBe('MetaImage');
    expect(readOrientation(bytes)).toMatchObject({ ok: true, value: { isOblique: false } });
  });

  it('is not read from a file that begins with another line', () => {
    const bytes = Buffer.from(`\n${Buffer.from(MHA).toString('latin1')}`, 'latin1');
    expect(volumeFormatOf(bytes)).toBeNull();
    expect(readOrientation(bytes).ok).toBe(false);
  });

  it.each([
    ['RAI', { depthAxis: '+j', headAxis: '+k' }],
    ['LPS', { depthAxis: '-j', headAxis: '-k' }],
    ['IRA', { depthAxis: '+k', headAxis: '+i' }],
  ])(
    'is open, with both statements, if AnatomicalOrientation %s contradicts the matrix',
    (orientation, named) => {
      const file = markerMha(FLIPPED, orientation);
      expect(unwrap(readOrientation(file))).toEqual({
        axes: null,
        isOblique: false,
        conflict: { matrix: { depthAxis: '+j', headAxis: '-k' }, named },
        openSpace: null,
        statesOrigin: true,
      });
    },
  );

  it.each(['scanner-xyz', '3D-left-handed'])('is open in the space %s, which is named', (space) => {
    expect(unwrap(readOrientation(markerNrrd(FLIPPED, { space })))).toMatchObject({
      axes: null,
      openSpace: space,
    });
  });

  it('says whether the header states the origin', () => {
    const nrrd = markerNrrd(FLIPPED, { 'space origin': null });
    const mha = Buffer.from(MHA)
      .toString('latin1')
      .replace(/Offset = .*\n/, '');
    expect(unwrap(readOrientation(nrrd)).statesOrigin).toBe(false);
    expect(unwrap(readOrientation(Buffer.from(mha, 'latin1'))).statesOrigin).toBe(false);
  });

  it('is open without a space, and unreadable in other files', () => {
    const open = markerNrrd(OBLIQUE, { space: null });
    expect(unwrap(readOrientation(open))).toEqual({
      axes: null,
      isOblique: false,
      conflict: null,
      openSpace: null,
      statesOrigin: true,
    });
    expect(readOrientation(new TextEncoder().encode('Dear colleague')).ok).toBe(false);
    expect(readOrientation(markerNrrd(FLIPPED, { space: 'elsewhere' })).ok).toBe(false);
    expect(readOrientation(NRRD.subarray(0, 40)).ok).toBe(false);
  });
});
