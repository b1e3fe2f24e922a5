import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#geometry';
import {
  CROSS_OF_CAPTION as CROSS,
  compareLetters,
  compareLocation,
  compareView,
  parseLocation,
  TO_THE_HOUR,
  TO_THE_MINUTE,
} from './compare.ts';
import {
  clockDegOf,
  clockWord,
  type ExpectedBall,
  expectedBalls,
  expectedLetters,
  expectedPx,
  type Slice,
  viewAxes,
} from './expected-view.ts';
import { hourWord, trueLocation } from './expected-words.ts';
import { depthBelowFace, fileTruth } from './file-truth.ts';
import { findBlobs, type GreyImage } from './find-blobs.ts';
import { BALL_RADIUS_MM, LESION_LEVELS, PLACES_GRIDS, placesFile } from './marker-grids.ts';

const SIZE = { width: 600, height: 500 };
const PX_PER_MM = 6;
const SCALE = { pxPerMm: PX_PER_MM, radiusMm: BALL_RADIUS_MM };
const LIMITS = { shownMm: 2, absentMm: 6.2 };
const TRUTH = fileTruth(placesFile(PLACES_GRIDS[0]!));
const LESION_MM = TRUTH.markersMm.get(190)!;
const NIPPLE_MM = TRUTH.markersMm.get(250)!;
const AXIS = { x: NIPPLE_MM[0], z: NIPPLE_MM[2] };

const sliceOf = (plane: Slice['plane']): Slice => ({
  plane,
  throughMm: LESION_MM,
  axis: AXIS,
  clockDeg: clockDegOf(AXIS, LESION_MM),
});
const anchor = { atMm: [0, 30, 0] as Vec3, px: { x: 300, y: 250 }, pxPerMm: PX_PER_MM };
const ballsOf = (slice: Slice): readonly ExpectedBall[] =>
  expectedBalls(TRUTH, slice, anchor, LIMITS);

/** Draws the balls that an image must show as discs of their level; `place` displaces them. */
function drawn(
  balls: readonly ExpectedBall[],
  place: (x: number, y: number) => readonly [number, number] = (x, y) => [x, y],
): GreyImage {
  const levels = new Uint8Array(SIZE.width * SIZE.height);
  for (const { x, y, level, presence } of balls) {
    if (presence !== 'shown') continue;
    const [cx, cy] = place(x, y);
    for (let at = 0; at < levels.length; at += 1) {
      const [dx, dy] = [(at % SIZE.width) + 0.5 - cx, Math.floor(at / SIZE.width) + 0.5 - cy];
      if (Math.hypot(dx, dy) < 12) levels[at] = level;
    }
  }
  return { ...SIZE, levels };
}

const compared = (image: GreyImage, balls: readonly ExpectedBall[]) =>
  compareView(findBlobs(image, 35), balls, SIZE, SCALE);

describe('the truth of a file', () => {
  it.each(PLACES_GRIDS.map((grid) => [grid.name, grid] as const))(
    'is the same about the centre in every grid: %s',
    (_name, grid) => {
      const { markersMm } = fileTruth(placesFile(grid));
      expect([...markersMm.keys()].sort((a, b) => b - a)).toEqual([250, 220, ...LESION_LEVELS]);
      const mm = markersMm.get(190)!;
      const fromCentre = mm.map((value, axis) => value - grid.centreMm[axis]!);
      for (const [axis, must] of [-7, 5, -20].entries()) {
        expect(Math.abs(fromCentre[axis]! - must)).toBeLessThan(0.15);
      }
    },
  );

  it('states the outer faces of the box that contains an oblique volume', () => {
    const oblique = PLACES_GRIDS.find(({ name }) => name === 'oblique-z')!;
    const { minMm, maxMm } = fileTruth(placesFile(oblique));
    // A square of 59.2 × 59.4 mm between voxel centres, turned by 20°, with whole voxels around it.
    const widthMm = 59.2 * Math.cos(Math.PI / 9) + 59.4 * Math.sin(Math.PI / 9);
    expect(maxMm[0] - minMm[0]).toBeGreaterThan(widthMm + 0.8);
    expect(maxMm[0] - minMm[0]).toBeLessThan(widthMm + 3 * 0.8);
    expect(maxMm[2] - minMm[2]).toBeCloseTo(60, 6);
  });
});

describe('the depth below the transducer face', () => {
  it.each(['identity', 'permuted', 'flipped', 'oblique-y', 'RAS', 'LAS'])(
    'counts along the depth where the face is level: %s',
    (name) => {
      const truth = fileTruth(placesFile(PLACES_GRIDS.find((grid) => grid.name === name)!));
      const mm = truth.markersMm.get(190)!;
      expect(depthBelowFace(truth, mm)).toBeCloseTo(mm[1] - truth.minMm[1], 6);
    },
  );

  it('counts at right angles to a tilted face', () => {
    const truth = fileTruth(placesFile(PLACES_GRIDS.find(({ name }) => name === 'oblique-z')!));
    // 30 mm to the centre; the ball lies at (−7, 5) from the centre, the normal is turned by 20°.
    const mustMm = 30 + 7 * Math.sin(Math.PI / 9) + 5 * Math.cos(Math.PI / 9);
    expect(Math.abs(depthBelowFace(truth, truth.markersMm.get(190)!) - mustMm)).toBeLessThan(0.3);
  });
});

describe('the comparison of an image', () => {
  it.each(['COR', 'TRA', 'SAG', 'RAD'] as const)('accepts a correct %s image', (plane) => {
    const balls = ballsOf(sliceOf(plane));
    const { checked, errorsMm, problems } = compared(drawn(balls), balls);
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(0);
    expect(Math.max(...errorsMm)).toBeLessThan(0.1);
  });

  it.each(['COR', 'TRA', 'SAG', 'RAD'] as const)(
    'finds a mirrored, an inverted and a shifted %s image',
    (plane) => {
      const balls = ballsOf(sliceOf(plane));
      const voxels = (image: GreyImage): number => {
        const { errorsMm, problems } = compared(image, balls);
        return problems.length > 0
          ? Number.POSITIVE_INFINITY
          : Math.max(...errorsMm) / TRUTH.voxelMm;
      };
      expect(voxels(drawn(balls, (x, y) => [SIZE.width - x, y]))).toBeGreaterThan(1);
      expect(voxels(drawn(balls, (x, y) => [x, SIZE.height - y]))).toBeGreaterThan(1);
      expect(voxels(drawn(balls, (x, y) => [x + 0.7 * PX_PER_MM, y]))).toBeGreaterThan(1);
      expect(voxels(drawn(balls, (x, y) => [x + 0.3 * PX_PER_MM, y]))).toBeLessThan(1);
    },
  );

  it('finds a ball that is missing, exchanged or shown without being there', () => {
    const balls = ballsOf(sliceOf('TRA'));
    const shown = balls.filter(({ presence }) => presence === 'shown');
    expect(shown).toHaveLength(2);
    const changed = (change: (ball: ExpectedBall) => ExpectedBall) =>
      compared(drawn(balls.map(change)), balls).problems;
    const isLesion = ({ level }: ExpectedBall): boolean => level === 190;
    expect(
      changed((ball) => (isLesion(ball) ? { ...ball, presence: 'absent' } : ball))[0],
    ).toContain('190 is missing');
    // Exchanged levels: both balls are far from their places.
    const swap = new Map([
      [190, 130],
      [130, 190],
    ]);
    const swapped = drawn(balls.map((ball) => ({ ...ball, level: swap.get(ball.level) ?? 0 })));
    expect(Math.max(...compared(swapped, balls).errorsMm)).toBeGreaterThan(5);
    const absent = balls.find(({ presence }) => presence === 'absent')!;
    expect(
      changed((ball) => (ball === absent ? { ...ball, presence: 'shown' } : ball))[0],
    ).toContain(`level ${absent.level} at`);
  });

  it('finds a brighter area in the place of a ball that the slice only touches', () => {
    const balls = ballsOf(sliceOf('TRA'));
    const touched = { level: 100, presence: 'possible', x: 120, y: 90 } as const;
    const drawnAs = (level: number) =>
      compared(drawn([...balls, { ...touched, level, presence: 'shown' }]), [...balls, touched]);
    expect(drawnAs(60).problems).toEqual([]);
    expect(drawnAs(220).problems).toEqual([expect.stringMatching(/^level 220 at/)]);
  });

  it('is a problem if the image shows no ball that could be compared', () => {
    const balls = ballsOf(sliceOf('COR')).map((ball) => ({ ...ball, x: ball.x + 1000 }));
    expect(compared(drawn([]), balls).problems).toEqual(['no ball to compare']);
  });
});

describe('the axes of the planes', () => {
  it('turn the picture of a left breast no other way than that of a right breast', () => {
    const right = expectedLetters('COR', 'R', 0, false);
    const left = expectedLetters('COR', 'L', 0, false);
    expect(right).toEqual({
      top: 'H',
      bottom: 'F',
      left: 'R',
      right: 'L',
      'left-word': 'outer',
      'right-word': 'inner',
    });
    expect({ ...left, 'left-word': 'outer', 'right-word': 'inner' }).toEqual(right);
    expect(left['left-word']).toBe('inner');
  });

  it('draw the head left on the sagittal and the clock direction right on the radial', () => {
    expect(expectedLetters('SAG', 'L', 0, false)).toEqual({
      top: 'A',
      bottom: 'P',
      left: 'H',
      right: 'F',
    });
    expect(expectedLetters('RAD', 'L', 300, false)).toMatchObject({ left: '4:00', right: '10:00' });
    expect(expectedLetters('RAD', 'L', 120, true)).toMatchObject({ left: 'RH', right: 'LF' });
    const at = expectedPx(viewAxes('RAD', 90), anchor, [10, 30, 0]);
    expect(at).toEqual({ x: 360, y: 250 });
  });
});

describe('the comparison of letters', () => {
  it('finds exchanged letters and a clock time beyond the tolerance', () => {
    const letters = expectedLetters('RAD', 'R', 300, false);
    expect(compareLetters({ ...letters, right: '10:02' }, letters, 1)).toEqual([]);
    expect(compareLetters({ ...letters, right: '10:03' }, letters, 1)).toHaveLength(1);
    expect(compareLetters({ ...letters, left: 'R' }, letters, 1)).toHaveLength(1);
    const coronal = { ...expectedLetters('COR', 'R', 0, false) };
    expect(compareLetters({ ...coronal, left: 'L', right: 'R' }, coronal, 1)).toHaveLength(2);
    const { top: _, ...others } = coronal;
    expect(compareLetters(others, coronal, 1)).toEqual(["top edge '' instead of 'H'"]);
  });
});

describe('the comparison of words', () => {
  const truth = trueLocation('R', NIPPLE_MM, depthBelowFace(TRUTH, LESION_MM), LESION_MM);
  const [HOUR, MINUTE] = [TO_THE_HOUR, TO_THE_MINUTE];
  const compareText = (text: string, precision: typeof HOUR | typeof MINUTE) =>
    compareLocation(parseLocation(text)!, truth, TRUTH.voxelMm, precision);

  it('computes clock, distance, depth and quadrant from the place alone', () => {
    expect(truth).toMatchObject({ side: 'R', quadrant: 'lower outer' });
    expect(truth.clockDeg).toBeCloseTo(216, 0);
    expect(truth.distanceMm).toBeCloseTo(18.6, 0);
    expect(truth.depthMm).toBeCloseTo(35, 0);
    expect(hourWord(truth)).toBe('7:00');
    expect(clockWord(359.9)).toBe('12:00');
    expect(trueLocation('L', NIPPLE_MM, 0, LESION_MM).quadrant).toBe('lower inner');
  });

  it('accepts the right words', () => {
    expect(compareText('R 7:00 · 19 mm FN · depth 35 mm', HOUR)).toEqual([]);
    expect(compareText('R 7:12 · 19 mm FN · depth 35 mm · lower outer', MINUTE)).toEqual([]);
  });

  it.each([
    ['side', 'L 7:00 · 19 mm FN · depth 35 mm'],
    ['clock', 'R 8:00 · 19 mm FN · depth 35 mm'],
    ['clock', 'R subareolar · 19 mm FN · depth 35 mm'],
    ['distanceMm', 'R 7:00 · 21 mm FN · depth 35 mm'],
    ['depthMm', 'R 7:00 · 19 mm FN · depth 33 mm'],
    ['quadrant', 'R 7:00 · 19 mm FN · depth 35 mm · lower inner'],
  ])('finds a wrong %s', (part, text) => {
    expect(compareText(text, HOUR)).toEqual([expect.stringMatching(new RegExp(`^${part} `))]);
  });

  it.each([
    ['side', '7:00 · 19 mm FN · depth 35 mm', HOUR],
    ['clock', '19 mm FN · depth 35 mm', CROSS],
    ['distanceMm', 'R 7:00 · depth 35 mm', HOUR],
    ['depthMm', 'R 7:00 · 19 mm FN', HOUR],
    ['quadrant', 'R 7:12 · 19 mm FN · depth 35 mm', MINUTE],
  ] as const)('finds a missing %s', (part, text, precision) => {
    expect(compareText(text, precision)).toContain(`${part} is missing`);
  });

  it('needs no quadrant of a subareolar point', () => {
    const nearMm = TRUTH.markersMm.get(70)!;
    const near = trueLocation('R', NIPPLE_MM, depthBelowFace(TRUTH, nearMm), nearMm);
    const words = `R subareolar · ${near.distanceMm.toFixed(0)} mm FN · depth ${near.depthMm.toFixed(0)} mm`;
    expect(compareLocation(parseLocation(words)!, near, TRUTH.voxelMm, MINUTE)).toEqual([]);
  });

  it('finds a clock time where none counts', () => {
    const nearMm = TRUTH.markersMm.get(70)!;
    const near = trueLocation('R', NIPPLE_MM, depthBelowFace(TRUTH, nearMm), nearMm);
    const shown = parseLocation('R 6:00 · 4 mm FN · depth 21 mm')!;
    expect(compareLocation(shown, near, TRUTH.voxelMm, HOUR)).toHaveLength(1);
    expect(parseLocation('somewhere')).toBeNull();
  });
});
