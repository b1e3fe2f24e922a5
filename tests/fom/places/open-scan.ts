import type { Page } from 'playwright-core';
import type { Vec3 } from '#geometry';
import type { ApiReader } from '../../e2e/support/product/api.ts';
import { planesDrawn } from '../../e2e/support/reading/reading.ts';
import {
  chooseRow,
  fitPlanes,
  type ImportedScan,
  leaveImages,
  MARK_PLANES,
  typePoint,
} from './acts.ts';
import {
  axisOf,
  type Case,
  type Crossing,
  checkLocation,
  checkReadout,
  checkViews,
} from './check-screen.ts';
import { ballIn, TO_THE_HOUR } from './compare.ts';
import { LESION_LEVELS } from './marker-grids.ts';
import { readViews, type ShownView } from './screen.ts';
import type { Tally } from './tally.ts';

/** A scan in one window of one reader, with all that is true of it. */
export interface OpenScan {
  readonly page: Page;
  readonly url: string;
  readonly api: ApiReader;
  readonly scan: ImportedScan;
  readonly current: Case;
  /** Nipple at the time when the marks were drawn; null without marks. */
  readonly markedAboutMm: Vec3 | null;
}

/** Index of each lesion in the order of the marks. */
export const LESIONS: readonly number[] = LESION_LEVELS.map((_, index) => index);

export function lesionMm({ current }: OpenScan, lesion: number): Vec3 {
  return markerMm(current, LESION_LEVELS[lesion] ?? Number.NaN);
}

export function markerMm({ truth }: Case, level: number): Vec3 {
  const pointMm = truth.markersMm.get(level);
  if (pointMm === undefined) throw new Error(`The file has no ball of level ${level}`);
  return pointMm;
}

/**
 * Returns the crossing after the row of a lesion was chosen: a mark drawn on a radial image before
 * the nipple moved is shown in that image.
 */
export function rowCrossing(open: OpenScan, lesion: number): Crossing {
  const pointMm = lesionMm(open, lesion);
  const { markedAboutMm, current } = open;
  const isRadial = MARK_PLANES[lesion] === 'RAD';
  if (!isRadial || markedAboutMm === null || markedAboutMm === current.nippleMm) {
    return { pointMm, drawnAxis: null };
  }
  return { pointMm, drawnAxis: { x: markedAboutMm[0], z: markedAboutMm[2] } };
}

/** Types the positions of a lesion and reads the centred images. */
export async function goByTyping(open: OpenScan, lesion: number): Promise<readonly ShownView[]> {
  const { page, current } = open;
  await typePoint(page, axisOf(current), current.truth.minMm[1], lesionMm(open, lesion));
  await fitPlanes(page);
  await leaveImages(page);
  return readViews(page);
}

/** Chooses the row of a lesion and reads the images. */
export async function goByRow(open: OpenScan, lesion: number): Promise<readonly ShownView[]> {
  const { page } = open;
  await chooseRow(page, lesion + 1);
  await fitPlanes(page);
  await leaveImages(page);
  await planesDrawn(page);
  return readViews(page);
}

/**
 * Goes to each lesion by its row and checks images, lines, letters, readout, the row's words and the
 * drawn mark.
 */
export async function checkRows(
  tally: Tally,
  open: OpenScan,
  lesions: readonly number[] = LESIONS,
): Promise<void> {
  for (const lesion of lesions) {
    const views = await goByRow(open, lesion);
    const crossing = rowCrossing(open, lesion);
    checkViews(tally, open.current, crossing, views);
    await checkReadout(tally, open.page, open.current, crossing.pointMm);
    await checkRow(tally, open, lesion);
    await checkMark(tally, open, lesion, views);
  }
}

/** Checks the words of a row. */
export async function checkRow(tally: Tally, open: OpenScan, lesion: number): Promise<void> {
  const row = open.page.getByTestId(`finding-${lesion + 1}`).getByTestId('finding-location');
  const text = (await row.textContent()) ?? '';
  checkLocation(tally, 'row', text, open.current, lesionMm(open, lesion), TO_THE_HOUR);
}

/** Checks that the mark of a lesion is drawn on its ball, as the image itself shows it. */
async function checkMark(
  tally: Tally,
  open: OpenScan,
  lesion: number,
  views: readonly ShownView[],
): Promise<void> {
  const plane = MARK_PLANES[lesion] ?? 'COR';
  const view = views.find((shown) => shown.plane === plane);
  const ball = view === undefined ? null : ballIn(view.blobs, LESION_LEVELS[lesion] ?? 0);
  if (view === undefined || ball === null) {
    tally.addError(`ball of mark ${lesion + 1} in ${plane}`, null);
    return;
  }
  const mark = open.page.getByTestId(`marks-${plane}`).getByTestId(`mark-${lesion + 1}`);
  const box = (await mark.count()) === 0 ? null : await mark.locator('path').first().boundingBox();
  const errorMm =
    box === null
      ? null
      : Math.hypot(
          box.x + box.width / 2 - view.leftPx - ball.x,
          box.y + box.height / 2 - view.topPx - ball.y,
        ) / view.pxPerMm;
  tally.addError(`mark ${lesion + 1} in ${plane}`, errorMm);
}
