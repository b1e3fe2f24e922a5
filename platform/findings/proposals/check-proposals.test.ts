import { describe, expect, it } from 'vitest';
import { MAX_CHECKED_PROPOSALS, MAX_PROPOSALS, type Mark, type Proposal } from '#contracts';
import { imageToMm, scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import { markCentreMm } from '../location.ts';
import { locationFields } from '../location-fields.ts';
import { checkMark } from '../mark-rules.ts';
import { checkMarkPlace } from '../places.ts';
import { checkProposals } from './check-proposals.ts';

const volume = scannedVolumeGeometry([60, 40, 50], [1, 0.5, 0.8], 28);
const point = (change: Partial<Proposal> = {}): Proposal => ({
  shape: { kind: 'point', atMm: [5, 6, -7] },
  score: 0.5,
  ...change,
});
const dropped = (proposal: unknown) => checkProposals([proposal], volume, 'AIAD').dropped;

function marksOf(proposal: Proposal): readonly Mark[] {
  const { findings, dropped } = checkProposals([proposal], volume, 'AIAD');
  expect(dropped).toEqual([]);
  return Object.values(findings[0]?.marks ?? {});
}

const pointsMmOf = ({ frame, markViewParams }: Mark): readonly Vec3[] =>
  markViewParams.points.map(({ u, v }) => imageToMm(frame, u, v));

const near = (value: number) => expect.closeTo(value, 6);

describe('a valid proposal', () => {
  const shapes: readonly Proposal['shape'][] = [
    { kind: 'point', atMm: [5, 6, -7] },
    { kind: 'box', minMm: [1, 2, -12], maxMm: [9, 10, -2] },
    { kind: 'ellipsoid', centreMm: [5, 6, -7], radiiMm: [4, 2, 3] },
    {
      kind: 'outline',
      plane: 'TRA',
      pointsMm: [
        [3, 4, -7],
        [7, 4, -7],
        [7, 8, -7],
        [3, 8, -7],
      ],
    },
  ];

  it.each(shapes)('becomes storable marks whose middle is that of a $kind', (shape) => {
    const marks = marksOf(point({ shape }));
    expect(marks.length).toBe(shape.kind === 'point' || shape.kind === 'outline' ? 1 : 3);
    for (const mark of marks) {
      expect(checkMark(mark).ok && checkMarkPlace(mark, [volume]).ok).toBe(true);
      expect(markCentreMm(mark)).toEqual([near(5), near(6), near(-7)]);
      expect(mark.markViewParams).toMatchObject({ generatedBy: 'AIAD', colour: '#FF5733' });
    }
    expect(marks.map(({ rep }) => rep)).toEqual([true, ...marks.slice(1).map(() => false)]);
  });

  it('spans the edges of its box in each plane', () => {
    const marks = marksOf(
      point({ shape: { kind: 'box', minMm: [1, 2, -12], maxMm: [9, 10, -2] } }),
    );
    const corners = Object.fromEntries(marks.map((mark) => [mark.planeView, pointsMmOf(mark)]));
    expect(corners.COR).toEqual([
      [near(1), near(6), near(-12)],
      [near(9), near(6), near(-2)],
    ]);
    expect(corners.TRA).toEqual([
      [near(1), near(2), near(-7)],
      [near(9), near(10), near(-7)],
    ]);
    expect(corners.SAG).toEqual([
      [near(5), near(2), near(-12)],
      [near(5), near(10), near(-2)],
    ]);
  });

  it.each([
    ['L', 'upper outer'],
    ['R', 'upper inner'],
  ] as const)('lies to the patient’s left of the nipple in the breast %s: %s', (side, quadrant) => {
    const shape = { kind: 'point', atMm: [18, 6, 16] } as const;
    const nipple = { sag: 0, tra: 0, depth: 2, rad: 0 };
    const context = { side, nipple, geometry: volume, skin: null };
    const fields = locationFields(marksOf(point({ shape })), context);
    expect(fields.quadrant).toBe(quadrant);
    expect(fields.clockPositionSec).toBeGreaterThan(0);
    expect(fields.clockPositionSec).toBeLessThan(3 * 3600);
  });

  it('becomes the outline of its mask along the edges of the voxels', () => {
    const voxels = new Uint8Array(4 * 3 * 2).fill(1);
    const mask = {
      kind: 'mask',
      startVoxel: [10, 5, 20],
      sizes: [4, 3, 2],
      spacingMm: [1, 0.5, 0.8],
      voxels,
    } as const;
    const [coronal] = marksOf(point({ shape: mask }));
    const corners = coronal === undefined ? [] : pointsMmOf(coronal);
    const [low, high] = [voxelToMm(volume, [9.5, 6, 19.5]), voxelToMm(volume, [13.5, 6, 21.5])];
    expect(corners).toHaveLength(4);
    for (const [x, y, z] of corners) {
      expect([low[0], high[0]].map((edge) => Math.abs(edge - x) < 1e-6)).toContain(true);
      expect([low[2], high[2]].map((edge) => Math.abs(edge - z) < 1e-6)).toContain(true);
      expect(y).toBeCloseTo(low[1], 6);
    }
    const asText = Buffer.from(voxels).toString('base64');
    expect(marksOf(point({ shape: { ...mask, voxels: asText } }))).toHaveLength(3);
  });

  it('has its mask in the smallest box, with one bit for each voxel', () => {
    const voxels = new Uint8Array(4 * 3 * 2);
    // Voxels (1, 1, 0), (2, 1, 0) and (2, 2, 1) of the box.
    for (const n of [5, 6, 22]) voxels[n] = 7;
    const { findings, masks, dropped } = checkProposals(
      [
        point({
          shape: {
            kind: 'mask',
            startVoxel: [10, 5, 20],
            sizes: [4, 3, 2],
            spacingMm: [1, 0.5, 0.8],
            voxels,
          },
        }),
        point(),
      ],
      volume,
      'AI',
    );
    expect([findings.length, dropped]).toEqual([2, []]);
    const withMask = findings.find(({ marks }) => Object.keys(marks).length > 1);
    expect(masks).toEqual([
      {
        findingId: withMask?.id,
        sizes: [2, 2, 2],
        spacingMm: [...volume.spacingMm],
        originMm: [...voxelToMm(volume, [11, 6, 20])],
        bitsBase64: Buffer.of(0b1000_0011).toString('base64'),
      },
    ]);
  });

  it('has outlines only if its mask is beyond the 20 best, or larger than 400 voxels', () => {
    const shape = {
      kind: 'mask',
      startVoxel: [10, 5, 20],
      sizes: [2, 2, 2],
      spacingMm: [1, 0.5, 0.8],
      voxels: new Uint8Array(8).fill(1),
    } as const;
    const proposals = Array.from({ length: 23 }, (_, n) => point({ shape, score: n / 23 }));
    const many = checkProposals(proposals, volume, 'AI');
    expect([many.findings.length, many.masks.length, many.dropped]).toEqual([
      23,
      20,
      [{ reason: 'MASK_LEFT_OUT', count: 3 }],
    ]);
    expect(many.masks[0]?.findingId).toBe(many.findings[0]?.id);
    const wide = scannedVolumeGeometry([420, 4, 4], [0.5, 0.5, 0.5], 100);
    const box = { startVoxel: [0, 0, 0], sizes: [410, 2, 2], spacingMm: [0.5, 0.5, 0.5] } as const;
    const voxels = new Uint8Array(1_640).fill(1);
    const large = checkProposals([point({ shape: { ...shape, ...box, voxels } })], wide, 'AI');
    expect([large.findings.length, large.masks, large.dropped]).toEqual([
      1,
      [],
      [{ reason: 'MASK_LEFT_OUT', count: 1 }],
    ]);
  });

  it('keeps the sizes that the provider measured, in micrometres', () => {
    const { findings } = checkProposals([point({ sizesMm: [12.3, 8, 6] })], volume, 'AI');
    expect(findings[0]).toMatchObject({
      massLengthUm: 12_300,
      massWidthUm: 8_000,
      massHeightUm: 6_000,
    });
  });
});

describe('a proposal that can’t become a finding', () => {
  const mask = {
    kind: 'mask',
    startVoxel: [0, 0, 0],
    sizes: [2, 2, 2],
    spacingMm: [1, 0.5, 0.8],
    voxels: new Uint8Array(8).fill(1),
  } as const;

  it.each([
    [
      'a location that is not a number',
      point({ shape: { kind: 'point', atMm: [Number.NaN, 6, 0] } }),
      'NOT_FINITE',
    ],
    ['an infinite score', point({ score: Number.POSITIVE_INFINITY }), 'NOT_FINITE'],
    ['a score above 1', point({ score: 1.01 }), 'SCORE_OUT_OF_RANGE'],
    ['a negative score', point({ score: -0.1 }), 'SCORE_OUT_OF_RANGE'],
    ['a score as text', { ...point(), score: '0.5' }, 'INVALID_FORM'],
    ['an unknown field', { ...point(), patient: 'Jane Doe' }, 'INVALID_FORM'],
    ['no object', null, 'INVALID_FORM'],
    [
      'a place beside the volume',
      point({ shape: { kind: 'point', atMm: [31, 6, 0] } }),
      'OUTSIDE_VOLUME',
    ],
    [
      'a box that ends above the volume',
      point({ shape: { kind: 'box', minMm: [0, -3, 0], maxMm: [5, 3, 5] } }),
      'OUTSIDE_VOLUME',
    ],
    [
      'a box without extent',
      point({ shape: { kind: 'box', minMm: [5, 3, 0], maxMm: [5, 6, 5] } }),
      'INVALID_FORM',
    ],
    [
      'an ellipsoid larger than the volume',
      point({ shape: { kind: 'ellipsoid', centreMm: [0, 10, 0], radiiMm: [5, 11, 5] } }),
      'OUTSIDE_VOLUME',
    ],
    [
      'an outline across its plane',
      point({
        shape: {
          kind: 'outline',
          plane: 'COR',
          pointsMm: [
            [0, 5, 0],
            [5, 5, 0],
            [5, 9, 5],
          ],
        },
      }),
      'INVALID_FORM',
    ],
    [
      'a mask of another voxel spacing',
      point({ shape: { ...mask, spacingMm: [0.5, 0.5, 0.5] } }),
      'WRONG_SPACING',
    ],
    [
      'a mask beyond the volume',
      point({ shape: { ...mask, startVoxel: [59, 0, 0] } }),
      'OUTSIDE_VOLUME',
    ],
    [
      'a mask of another length',
      point({ shape: { ...mask, voxels: new Uint8Array(7) } }),
      'INVALID_FORM',
    ],
    ['an empty mask', point({ shape: { ...mask, voxels: new Uint8Array(8) } }), 'EMPTY'],
  ])('is counted by its reason: %s', (_title, proposal, reason) => {
    expect(dropped(proposal)).toEqual([{ reason, count: 1 }]);
  });

  it('is over the limit if 1,000 others have higher scores', () => {
    const many = Array.from({ length: 1_003 }, (_, index) => point({ score: index / 2_000 }));
    const { findings, dropped } = checkProposals(many, volume, 'AIAD', 998_997);
    expect(findings).toHaveLength(1_000);
    expect(findings[0]?.score).toBe(1_002 / 2_000);
    expect(findings.at(-1)?.score).toBe(3 / 2_000);
    expect(dropped).toEqual([{ reason: 'OVER_LIMIT', count: 999_000 }]);
  });
});

describe('a list of a million proposals', () => {
  it('is checked up to a limit, and the others are counted as over the limit', () => {
    const invalid = checkProposals(new Array(1_000_000).fill(0), volume, 'AIAD');
    expect(invalid).toEqual({
      findings: [],
      masks: [],
      dropped: [
        { reason: 'INVALID_FORM', count: MAX_CHECKED_PROPOSALS },
        { reason: 'OVER_LIMIT', count: 1_000_000 - MAX_CHECKED_PROPOSALS },
      ],
    });
    const valid = checkProposals(new Array(1_000_000).fill(point()), volume, 'AIAD', 5);
    expect(valid.findings).toHaveLength(MAX_PROPOSALS);
    expect(valid.dropped).toEqual([{ reason: 'OVER_LIMIT', count: 1_000_000 - MAX_PROPOSALS + 5 }]);
  });
});
