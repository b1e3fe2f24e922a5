import { describe, expect, it } from 'vitest';
import { aFinding, aLengthMark } from '#testing';
import { autoGroup } from './auto-group.ts';
import { locatedMark, locationOf } from './location.ts';
import { checkMark } from './mark-rules.ts';
import { checkMarkPlace } from './places.ts';
import { isDrawnIn, type SingleImage, singleImageFrame, singleImageOf } from './single-image.ts';
import { sizesFromMarks } from './sizes.ts';

const image: SingleImage = {
  frameIdx: 7,
  widthPx: 320,
  heightPx: 240,
  pixelMm: { across: 0.15, down: 0.15 },
};
const place = { planeView: 'IMG', sag: 0, tra: 0, depth: 0, rad: 0 } as const;
const drawn = aLengthMark({ ...place, frame: singleImageFrame(image) });
const reference = { side: 'R', nippleMm: [0, 0, 0], face: { yMm: 0 }, skin: null } as never;

describe('a mark in a single image', () => {
  it('is possible with and without a volume of the scan', () => {
    expect(checkMark(drawn).ok && checkMarkPlace(drawn, []).ok).toBe(true);
  });

  it.each([
    ['another origin', { frame: { ...drawn.frame, originMm: [0, 1, 7] as const } }],
    ['half a number', { frame: { ...drawn.frame, originMm: [0, 0, 0.5] as const } }],
    ['other directions', { frame: { ...drawn.frame, right: [0, 0, 1] as const } }],
    ['a plane position', { depth: 12 }],
    ['an impossible size', { frame: { ...drawn.frame, widthMm: 600 } }],
  ])('is rejected with %s', (_, change) => {
    const checked = checkMarkPlace({ ...drawn, ...change } as typeof drawn, []);
    expect(checked).toMatchObject({ ok: false, problem: { code: 'FRAME_CONTRADICTS_PLANE' } });
  });

  it('measures millimetres and has no location in the patient', () => {
    expect(sizesFromMarks([drawn]).massLengthUm).toBe(9_600);
    expect(locatedMark([drawn])).toBeNull();
    expect(locationOf([drawn], reference)).toBeNull();
  });

  it('belongs to the image with its number and size only', () => {
    expect(isDrawnIn(drawn, image)).toBe(true);
    expect(isDrawnIn(drawn, { ...image, frameIdx: 8 })).toBe(false);
    expect(isDrawnIn(drawn, { ...image, pixelMm: { across: 0.2, down: 0.15 } })).toBe(false);
  });

  it('joins a length that it crosses in the same image, not one in the next image', () => {
    const across = { start: { u: 0.5, v: 0.4 }, end: { u: 0.5, v: 0.6 } };
    const same = aLengthMark({ ...place, ...across, frame: singleImageFrame(image) });
    const next = singleImageFrame({ ...image, frameIdx: 8 });
    const other = aLengthMark({ ...place, ...across, frame: next });
    const finding = aFinding({ marks: [drawn] });
    expect(autoGroup(same, [finding])?.finding.id).toBe(finding.id);
    expect(autoGroup(other, [finding])).toBeNull();
  });
});

describe('a stored frame', () => {
  const header = { sizes: '320 240', frameIdx: 7, lateralPitchMm: 0.15, depthStepMm: 0.15 };

  it('takes marks if it states its number and the size of its pixels', () => {
    expect(singleImageOf(header)).toEqual(image);
  });

  it.each([
    ['no header', null],
    ['a sweep', { ...header, sweep: 'CEN' as const }],
    ['no number', { ...header, frameIdx: undefined }],
    ['no millimetres', { ...header, depthStepMm: undefined }],
  ])('takes no marks with %s', (_, other) => expect(singleImageOf(other)).toBeNull());
});
