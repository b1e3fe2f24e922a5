import { describe, expect, it } from 'vitest';
import { type FrameProposal, MAX_CHECKED_PROPOSALS, MAX_PROPOSALS, type Mark } from '#contracts';
import { imageToMm } from '#geometry';
import { checkMark } from '../mark-rules.ts';
import { checkMarkPlace } from '../places.ts';
import { singleImageFrame } from '../single-image.ts';
import { checkFrameProposals, type MarkedImage } from './check-frame-proposals.ts';

/** Image 3 of a scan: 40 × 30 mm. */
const image: MarkedImage = {
  plane: 'IMG',
  frame: singleImageFrame({
    frameIdx: 2,
    widthPx: 400,
    heightPx: 300,
    pixelMm: { across: 0.1, down: 0.1 },
  }),
  position: { sag: 0, tra: 0, depth: 0, rad: 0 },
};
const point = (change: Partial<FrameProposal> = {}): FrameProposal => ({
  shape: { kind: 'point', atMm: [10, 6] },
  score: 0.5,
  ...change,
});
const dropped = (proposal: unknown) => checkFrameProposals([proposal], image, 'AIAD').dropped;

function markOf(shape: FrameProposal['shape']): Mark {
  const { findings, dropped } = checkFrameProposals([point({ shape })], image, 'AIAD');
  expect(dropped).toEqual([]);
  const [mark, ...others] = Object.values(findings[0]?.marks ?? {});
  if (mark === undefined || others.length > 0) throw new Error('One shape has one mark');
  return mark;
}

const pointsMmOf = ({ frame, markViewParams }: Mark) =>
  markViewParams.points.map(({ u, v }) =>
    imageToMm(frame, u, v).map((mm) => Math.round(mm * 1e6) / 1e6),
  );

describe('a valid proposal in one image', () => {
  it.each<[string, FrameProposal['shape'], readonly (readonly number[])[]]>([
    ['SELECTMARK', { kind: 'point', atMm: [10, 6] }, [[10, 6, 2]]],
    [
      'BOUNDING_BOX',
      { kind: 'box', minMm: [8, 4], maxMm: [12, 8] },
      [
        [8, 4, 2],
        [12, 8, 2],
      ],
    ],
    [
      'ELLIPTICAL',
      { kind: 'ellipse', centreMm: [10, 6], radiiMm: [3, 2] },
      [
        [7, 6, 2],
        [13, 6, 2],
        [10, 4, 2],
        [10, 8, 2],
      ],
    ],
    [
      'FREEHAND',
      {
        kind: 'outline',
        pointsMm: [
          [0, 0],
          [40, 0],
          [40, 30],
        ],
      },
      [
        [0, 0, 2],
        [40, 0, 2],
        [40, 30, 2],
      ],
    ],
  ])('becomes a storable %s with its points in mm of the image', (markType, shape, pointsMm) => {
    const mark = markOf(shape);
    expect(checkMark(mark).ok && checkMarkPlace(mark, []).ok).toBe(true);
    expect(mark).toMatchObject({
      markType,
      planeView: 'IMG',
      rep: true,
      frame: { originMm: [0, 0, 2], widthMm: 40, heightMm: 30 },
      markViewParams: { generatedBy: 'AIAD', colour: '#FF5733' },
    });
    expect(pointsMmOf(mark)).toEqual(pointsMm);
  });

  it('keeps plane, frame and positions of a raw frame at its location', () => {
    const position = { sag: 1, tra: 2, depth: 3, rad: 132 };
    const frame = { ...image.frame, originMm: [4, 5, 6] } as const;
    const { findings } = checkFrameProposals([point()], { plane: 'CEN', frame, position }, 'AIAD');
    const [mark] = Object.values(findings[0]?.marks ?? {});
    expect(mark).toMatchObject({ planeView: 'CEN', frame, ...position });
  });

  it('stores score, note and the sizes that the model measured; the width stays unknown', () => {
    const measured = point({ score: 0.8, note: 'Round', sizesMm: [12.3456, 7] });
    const { findings } = checkFrameProposals([point(), measured], image, 'AIAD');
    expect(findings).toMatchObject([
      { score: 0.8, note: 'Round', massLengthUm: 12_346, massWidthUm: null, massHeightUm: 7_000 },
      { score: 0.5, note: null, massLengthUm: null, massWidthUm: null, massHeightUm: null },
    ]);
  });

  it('may touch the edge of the image within rounding', () => {
    const mark = markOf({ kind: 'box', minMm: [-0.004, 0], maxMm: [40.004, 30] });
    expect(mark.markViewParams.points).toEqual([
      { u: 0, v: 0 },
      { u: 1, v: 1 },
    ]);
  });
});

describe('an invalid proposal in one image', () => {
  it.each<[string, unknown]>([
    ['NOT_FINITE', point({ shape: { kind: 'point', atMm: [Number.NaN, 6] } })],
    ['NOT_FINITE', point({ score: Number.NaN })],
    [
      'NOT_FINITE',
      point({
        shape: { kind: 'ellipse', centreMm: [10, 6], radiiMm: [Number.POSITIVE_INFINITY, 1] },
      }),
    ],
    ['SCORE_OUT_OF_RANGE', point({ score: 1.2 })],
    ['OUTSIDE_IMAGE', point({ shape: { kind: 'point', atMm: [40.1, 6] } })],
    ['OUTSIDE_IMAGE', point({ shape: { kind: 'point', atMm: [10, -1] } })],
    ['OUTSIDE_IMAGE', point({ shape: { kind: 'ellipse', centreMm: [10, 6], radiiMm: [3, 8] } })],
    ['OUTSIDE_IMAGE', point({ shape: { kind: 'box', minMm: [1, 1], maxMm: [5, 31] } })],
    ['INVALID_FORM', point({ shape: { kind: 'box', minMm: [8, 4], maxMm: [8, 8] } })],
    [
      'INVALID_FORM',
      point({
        shape: {
          kind: 'outline',
          pointsMm: [
            [1, 1],
            [2, 2],
          ],
        } as FrameProposal['shape'],
      }),
    ],
    ['INVALID_FORM', point({ sizesMm: [0, 4] })],
    ['INVALID_FORM', { shape: { kind: 'point', atMm: [1, 2, 3] }, score: 0.5 }],
    ['INVALID_FORM', { shape: { kind: 'mask' }, score: 0.5 }],
    ['INVALID_FORM', { ...point(), patientId: 'x' }],
    ['INVALID_FORM', 'a lesion'],
    ['INVALID_FORM', null],
  ])('is left out with the reason %s: %o', (reason, proposal) => {
    expect(dropped(proposal)).toEqual([{ reason, count: 1 }]);
  });

  it('leaves the valid ones of a run in place, the highest scores of a flood', () => {
    const flood = Array.from({ length: MAX_CHECKED_PROPOSALS + 5 }, (_, n) =>
      point({ score: n / (MAX_CHECKED_PROPOSALS + 5) }),
    );
    const { findings, dropped } = checkFrameProposals([null, ...flood], image, 'AIAD', 7);
    expect(findings).toHaveLength(MAX_PROPOSALS);
    expect(findings[0]?.score).toBeGreaterThan(findings.at(-1)?.score ?? 1);
    const overLimit = MAX_CHECKED_PROPOSALS - 1 - MAX_PROPOSALS + 6 + 7;
    expect(dropped).toEqual([
      { reason: 'INVALID_FORM', count: 1 },
      { reason: 'OVER_LIMIT', count: overLimit },
    ]);
  });
});
