import type { EdgeLetters, ExpectedBall, PointPx } from './expected-view.ts';
import { hourWord, type TrueLocation } from './expected-words.ts';
import type { Blob } from './find-blobs.ts';

/** Difference up to which a grey level names a ball; the levels of two balls differ by 30. */
const LEVEL_TOLERANCE = 12;

/** Extent of the blur around a ball, of which an image can show a part alone. */
const BLUR_MM = 1;

/** Result of one image. */
export interface ViewComparison {
  readonly checked: number;
  /** Distance of each found ball from its expected place, in millimetres. */
  readonly errorsMm: readonly number[];
  readonly problems: readonly string[];
}

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Compares the bright areas of an image with the balls that it must show. A ball is identified by
 * its grey level; one that is missing, or shown without being there, is a problem.
 */
export function compareView(
  blobs: readonly Blob[],
  expected: readonly ExpectedBall[],
  size: ViewSize,
  { pxPerMm, radiusMm }: { readonly pxPerMm: number; readonly radiusMm: number },
): ViewComparison {
  const marginPx = radiusMm * pxPerMm + 2;
  const isInside = ({ x, y }: PointPx): boolean =>
    x > marginPx && y > marginPx && x < size.width - marginPx && y < size.height - marginPx;
  const unexplained = new Set(blobs);
  const errorsMm: number[] = [];
  const shown = expected.filter((ball) => ball.presence === 'shown' && isInside(ball));
  // Each slice that is compared runs through a ball.
  const problems: string[] = shown.length === 0 ? ['no ball to compare'] : [];
  for (const ball of shown) {
    const candidates = blobs.filter(({ level }) => Math.abs(level - ball.level) <= LEVEL_TOLERANCE);
    const [found] = candidates.toSorted((a, b) => apart(a, ball) - apart(b, ball));
    if (found === undefined) {
      problems.push(`ball ${ball.level} is missing at ${round(ball.x)}, ${round(ball.y)}`);
      continue;
    }
    unexplained.delete(found);
    errorsMm.push(apart(found, ball) / pxPerMm);
  }
  for (const blob of unexplained) {
    const isPossible = expected.some(
      (ball) =>
        ball.presence !== 'absent' &&
        !shown.includes(ball) &&
        // A slice that touches a ball shows it darker, never brighter.
        blob.level <= ball.level + LEVEL_TOLERANCE &&
        apart(blob, ball) <= (radiusMm + BLUR_MM) * pxPerMm,
    );
    if (!isPossible) problems.push(`level ${blob.level} at ${round(blob.x)}, ${round(blob.y)}`);
  }
  return { checked: shown.length, errorsMm, problems };
}

/** Returns the area with the level of a ball; null if there is none. */
export const ballIn = (blobs: readonly Blob[], level: number): Blob | null =>
  blobs.find((blob) => Math.abs(blob.level - level) <= LEVEL_TOLERANCE) ?? null;

const apart = (a: PointPx, b: PointPx): number => Math.hypot(a.x - b.x, a.y - b.y);
const round = (value: number): number => Math.round(value * 10) / 10;

/** Compares the texts at the edges of an image; clock times may differ by `clockToleranceDeg`. */
export function compareLetters(
  shown: Readonly<Record<string, string>>,
  expected: EdgeLetters,
  clockToleranceDeg: number,
): readonly string[] {
  const edges = new Set([...Object.keys(shown), ...Object.keys(expected)]);
  return [...edges].flatMap((edge) => {
    const [is, must] = [shown[edge] ?? '', expected[edge as keyof EdgeLetters] ?? ''];
    const [isDeg, mustDeg] = [clockDeg(is), clockDeg(must)];
    const isRight =
      isDeg === null || mustDeg === null
        ? is === must
        : degreesApart(isDeg, mustDeg) <= clockToleranceDeg;
    return isRight ? [] : [`${edge} edge '${is}' instead of '${must}'`];
  });
}

/** Returns the clock angle of 'H:MM'; null for another text. */
function clockDeg(text: string): number | null {
  const match = /^(\d{1,2}):(\d\d)$/.exec(text);
  return match === null ? null : ((Number(match[1]) % 12) + Number(match[2]) / 60) * 30;
}

function degreesApart(a: number, b: number): number {
  const around = Math.abs(a - b) % 360;
  return Math.min(around, 360 - around);
}

/** Location as texts show it; null: not shown. */
export interface ShownLocation {
  readonly side: string | null;
  /** 'H:MM' or 'subareolar'. */
  readonly clock: string | null;
  readonly distanceMm: number | null;
  readonly depthMm: number | null;
  readonly quadrant: string | null;
}

/**
 * Reads texts such as 'R 10:00 · 32 mm FN · depth 14 mm · upper outer'; null unless every part is
 * known.
 */
export function parseLocation(text: string): ShownLocation | null {
  let shown: ShownLocation = {
    side: null,
    clock: null,
    distanceMm: null,
    depthMm: null,
    quadrant: null,
  };
  for (const part of text.split('·').map((piece) => piece.trim())) {
    const at = /^(?:([RL]) )?(\d{1,2}:\d\d|subareolar)$/.exec(part);
    const distance = /^(\d+) mm FN$/.exec(part);
    const depth = /^depth (\d+) mm$/.exec(part);
    const quadrant = /^(?:upper|lower|outer|inner) (?:outer|inner|central)$/.exec(part);
    if (at !== null) shown = { ...shown, side: at[1] ?? null, clock: at[2] ?? null };
    else if (distance !== null) shown = { ...shown, distanceMm: Number(distance[1]) };
    else if (depth !== null) shown = { ...shown, depthMm: Number(depth[1]) };
    else if (quadrant !== null) shown = { ...shown, quadrant: part };
    else return null;
  }
  return shown;
}

type LocationPart = keyof ShownLocation;

/** Rounding of a shown location, and the parts that it must have. */
export interface WordPrecision {
  /** Clock position rounded to the hour or to the minute. */
  readonly clock: 'hour' | 'minute';
  /** Rounding of distance and depth to either side, in mm. */
  readonly roundingMm: number;
  readonly parts: readonly LocationPart[];
}

const ROW_PARTS = ['side', 'clock', 'distanceMm', 'depthMm'] as const;
/** Of rows, and of findings in captions. */
export const TO_THE_HOUR: WordPrecision = { clock: 'hour', roundingMm: 0.5, parts: ROW_PARTS };
/** Of the readout. */
export const TO_THE_MINUTE: WordPrecision = {
  clock: 'minute',
  roundingMm: 0.5,
  parts: [...ROW_PARTS, 'quadrant'],
};
export const CROSS_OF_CAPTION: WordPrecision = {
  clock: 'minute',
  roundingMm: 0.5,
  parts: ['clock', 'distanceMm'],
};

/** Compares a shown location with the true one; returns one text per wrong or missing part. */
export function compareLocation(
  shown: ShownLocation,
  truth: TrueLocation,
  toleranceMm: number,
  { clock, roundingMm, parts }: WordPrecision,
): readonly string[] {
  const isSubareolar = truth.quadrant === 'subareolar';
  const problems = parts
    .filter((part) => shown[part] === null && !(part === 'quadrant' && isSubareolar))
    .map((part) => `${part} is missing`);
  const wrong = (part: string, is: string | number, must: string | number): void => {
    problems.push(`${part} ${is} instead of ${must}`);
  };
  if (shown.side !== null && shown.side !== truth.side) wrong('side', shown.side, truth.side);
  const clockProblem =
    shown.clock === null ? null : compareClock(shown.clock, truth, toleranceMm, clock);
  if (clockProblem !== null) problems.push(clockProblem);
  const limitMm = toleranceMm + roundingMm;
  for (const part of ['distanceMm', 'depthMm'] as const) {
    const value = shown[part];
    if (value !== null && Math.abs(value - truth[part]) > limitMm) {
      wrong(part, value, round(truth[part]));
    }
  }
  const quadrant = isSubareolar ? null : truth.quadrant;
  if (shown.quadrant !== null && shown.quadrant !== quadrant) {
    wrong('quadrant', shown.quadrant, truth.quadrant);
  }
  return problems;
}

function compareClock(
  shown: string,
  truth: TrueLocation,
  toleranceMm: number,
  precision: WordPrecision['clock'],
): string | null {
  const must = hourWord(truth);
  const problem = `clock ${shown} instead of ${must} (${round(truth.clockDeg)}°)`;
  if (precision === 'hour' || must === 'subareolar') return shown === must ? null : problem;
  const deg = clockDeg(shown);
  if (deg === null) return problem;
  // A minute is half a degree.
  const toleranceDeg = clockTolerance(truth.distanceMm, toleranceMm) + 0.25;
  return degreesApart(deg, truth.clockDeg) <= toleranceDeg ? null : problem;
}

/** Returns the angle that a displacement covers at a distance from the nipple, in degrees. */
export const clockTolerance = (distanceMm: number, toleranceMm: number): number =>
  (Math.asin(Math.min(1, toleranceMm / distanceMm)) * 180) / Math.PI;
