import type { Page } from 'playwright-core';
import type { ScanSide } from '#contracts';
import type { Vec3 } from '#geometry';
import { leaveImages, onPage } from './acts.ts';
import {
  clockTolerance,
  compareLetters,
  compareLocation,
  compareView,
  parseLocation,
  TO_THE_MINUTE,
  type WordPrecision,
} from './compare.ts';
import {
  type Anchor,
  boxCentre,
  clockDegOf,
  type DepthAxis,
  expectedBalls,
  expectedLetters,
  expectedPx,
  type ImagePlane,
  imageCentre,
  type Slice,
  viewAxes,
} from './expected-view.ts';
import { type TrueLocation, trueLocation } from './expected-words.ts';
import { depthBelowFace, type FileTruth } from './file-truth.ts';
import { BALL_RADIUS_MM } from './marker-grids.ts';
import type { ShownView } from './screen.ts';
import type { Tally } from './tally.ts';

/** Distances of a slice from a ball's centre at which the ball is surely seen or not. */
export const PRESENCE = { shownMm: BALL_RADIUS_MM - 2, absentMm: BALL_RADIUS_MM + 2.2 } as const;

/** What is true of the open scan. */
export interface Case {
  readonly truth: FileTruth;
  readonly side: ScanSide;
  /** Null before a nipple is set. */
  readonly nippleMm: Vec3 | null;
}

/** A point in which the planes meet. */
export interface Crossing {
  readonly pointMm: Vec3;
  /** Axis of the radial image, if not the nipple: that of a mark drawn before the nipple moved. */
  readonly drawnAxis: DepthAxis | null;
}

export const axisOf = ({ truth, nippleMm }: Case): DepthAxis => {
  const [x, , z] = nippleMm ?? boxCentre(truth);
  return { x, z };
};

export function sliceOf(current: Case, { pointMm, drawnAxis }: Crossing, plane: ImagePlane): Slice {
  const axis = drawnAxis ?? axisOf(current);
  return { plane, throughMm: pointMm, axis, clockDeg: clockDegOf(axis, pointMm) };
}

/** Returns the anchor of an image that is centred in its view. */
export function centred(current: Case, slice: Slice, view: ShownView): Anchor {
  const px = { x: view.width / 2, y: view.height / 2 };
  return { atMm: imageCentre(current.truth, slice), px, pxPerMm: view.pxPerMm };
}

export const locationOf = (current: Case, pointMm: Vec3): TrueLocation | null =>
  current.nippleMm === null
    ? null
    : trueLocation(current.side, current.nippleMm, depthBelowFace(current.truth, pointMm), pointMm);

/** Checks balls, lines and letters of all planes; `anchorOf` gives a known point of each image. */
export function checkViews(
  tally: Tally,
  current: Case,
  crossing: Crossing,
  views: readonly ShownView[],
  anchorOf: (slice: Slice, view: ShownView) => Anchor = (slice, view) =>
    centred(current, slice, view),
): void {
  for (const view of views) {
    const slice = sliceOf(current, crossing, view.plane);
    const anchor = anchorOf(slice, view);
    const balls = expectedBalls(current.truth, slice, anchor, PRESENCE);
    const scale = { pxPerMm: view.pxPerMm, radiusMm: BALL_RADIUS_MM };
    tally.addView(view.plane, compareView(view.blobs, balls, view, scale));
    checkLines(tally, crossing, slice, anchor, view);
    checkLetters(tally, current, crossing, slice, view);
  }
}

/** Checks that the drawn lines of the other planes run through the point in which they meet. */
function checkLines(
  tally: Tally,
  { pointMm }: Crossing,
  slice: Slice,
  anchor: Anchor,
  view: ShownView,
): void {
  const at = expectedPx(viewAxes(slice.plane, slice.clockDeg), anchor, pointMm);
  const isVisible = at.x > 0 && at.y > 0 && at.x < view.width && at.y < view.height;
  const check = (line: number | null, must: number): void => {
    if (line === null && !isVisible) return;
    const errorMm = line === null ? null : Math.abs(line - must) / view.pxPerMm;
    tally.addError(`line in ${view.plane}`, errorMm);
  };
  check(view.lineY, at.y);
  if (view.plane !== 'RAD') check(view.lineX, at.x);
}

function checkLetters(
  tally: Tally,
  { truth, side }: Case,
  { pointMm, drawnAxis }: Crossing,
  slice: Slice,
  view: ShownView,
): void {
  const letters = expectedLetters(view.plane, side, slice.clockDeg, drawnAxis !== null);
  const distanceMm = Math.hypot(pointMm[0] - slice.axis.x, pointMm[2] - slice.axis.z);
  // A minute is half a degree.
  const toleranceDeg = clockTolerance(distanceMm, truth.voxelMm) + 0.25;
  tally.addLetters(view.plane, compareLetters(view.letters, letters, toleranceDeg));
}

/** Checks a text with the location of a point, such as a row or the readout. */
export function checkLocation(
  tally: Tally,
  where: string,
  text: string,
  current: Case,
  pointMm: Vec3,
  precision: WordPrecision,
): void {
  const location = locationOf(current, pointMm);
  const shown = parseLocation(text);
  if (location === null || shown === null) {
    tally.addText(where, text, ['no location']);
    return;
  }
  const problems = compareLocation(shown, location, current.truth.voxelMm, precision);
  tally.addText(where, text, problems);
}

export const readoutText = async (page: Page): Promise<string> =>
  (await page.getByTestId('readout-location').textContent()) ?? '';

/** Checks the readout of the point in which the planes meet. */
export async function checkReadout(
  tally: Tally,
  page: Page,
  current: Case,
  pointMm: Vec3,
): Promise<void> {
  const text = await readoutText(page);
  if (current.nippleMm !== null) {
    const location = text.replaceAll('·', ' · ').replaceAll(/\s+/g, ' ');
    checkLocation(tally, 'readout', location, current, pointMm, TO_THE_MINUTE);
  } else {
    const depth = Number(/depth (\d+) mm/.exec(text)?.[1]);
    const isRight =
      text.startsWith(current.side) &&
      text.includes('nipple not set') &&
      !/\d:\d\d/.test(text) &&
      Math.abs(depth - depthBelowFace(current.truth, pointMm)) <= current.truth.voxelMm + 0.5;
    tally.addText('readout', text, isRight ? [] : ['wrong without a nipple']);
  }
  checkMillimetres(tally, await millimetresText(page), current, pointMm);
}

const millimetresText = async (page: Page): Promise<string> =>
  (await page.getByTestId('readout-mm').textContent()) ?? '';

/** Checks 'R 28.4 · H 44.7 · P 25.8', from the nipple or the rotation axis and the face. */
function checkMillimetres(tally: Tally, text: string, current: Case, pointMm: Vec3): void {
  const match = /^([LR]) ([\d.]+) · ([HF]) ([\d.]+) · ([PA]) ([\d.]+)$/.exec(text);
  const signed = (letter: string | undefined, positive: string, mm: string | undefined): number =>
    (letter === positive ? 1 : -1) * Number(mm);
  const axis = axisOf(current);
  const shown = [
    signed(match?.[1], 'L', match?.[2]),
    signed(match?.[3], 'H', match?.[4]),
    signed(match?.[5], 'P', match?.[6]),
  ];
  const must = [pointMm[0] - axis.x, pointMm[2] - axis.z, pointMm[1] - current.truth.minMm[1]];
  // The text is rounded to 0.1 mm.
  const limitMm = current.truth.voxelMm + 0.05;
  const isRight =
    match !== null && shown.every((mm, i) => Math.abs(mm - (must[i] ?? 0)) <= limitMm);
  tally.addText('millimetres', text, isRight ? [] : [`not ${must.map((mm) => mm.toFixed(1))}`]);
}

/** Points at the ball of the crossing in each plane and checks the readout of the pointer. */
export async function checkPointing(
  tally: Tally,
  page: Page,
  current: Case,
  crossing: Crossing,
  views: readonly ShownView[],
): Promise<void> {
  for (const view of views) {
    const slice = sliceOf(current, crossing, view.plane);
    const must = expectedPx(
      viewAxes(slice.plane, slice.clockDeg),
      centred(current, slice, view),
      crossing.pointMm,
    );
    const [ball] = view.blobs.toSorted(
      (a, b) => Math.hypot(a.x - must.x, a.y - must.y) - Math.hypot(b.x - must.x, b.y - must.y),
    );
    if (ball === undefined) {
      tally.addError(`ball to point at in ${view.plane}`, null);
      continue;
    }
    // The readout of the plane before must be gone, else it could be read again.
    await leaveImages(page);
    const { x, y } = onPage(view, ball);
    await page.mouse.move(x, y);
    await page.locator('[data-testid=readout-location][data-pointed=true]').waitFor();
    await checkReadout(tally, page, current, crossing.pointMm);
  }
}
