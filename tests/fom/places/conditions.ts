import type { Browser, Page } from 'playwright-core';
import { visit } from '../../e2e/support/product/browser.ts';
import { planesComplete, planesDrawn, selectPlanes } from '../../e2e/support/reading/reading.ts';
import {
  clickNipple,
  dragNipple,
  drawLength,
  fitPlanes,
  leaveImages,
  MARK_LENGTH_MM,
  MARK_PLANES,
  startNipple,
  storedFindings,
  storedScan,
  typePoint,
  until,
  zoomIn,
} from './acts.ts';
import {
  axisOf,
  type Crossing,
  centred,
  checkPointing,
  checkReadout,
  checkViews,
  sliceOf,
} from './check-screen.ts';
import { ballIn } from './compare.ts';
import { expectedPx, viewAxes } from './expected-view.ts';
import { LESION_LEVELS, NIPPLE_LEVELS } from './marker-grids.ts';
import {
  checkRows,
  goByRow,
  goByTyping,
  LESIONS,
  lesionMm,
  markerMm,
  type OpenScan,
} from './open-scan.ts';
import { readViews, type ShownView } from './screen.ts';
import type { Tally } from './tally.ts';

/** Window of the base condition, and a small one. */
export const WINDOW = { width: 1920, height: 1080 } as const;
const SMALL_WINDOW = { width: 1366, height: 768 } as const;

const crossingAt = (open: OpenScan, lesion: number): Crossing => ({
  pointMm: lesionMm(open, lesion),
  drawnAxis: null,
});

/** Lesions that are checked before a nipple is set. */
const WITHOUT_NIPPLE: readonly number[] = [0, 1];

/** Checks the first lesions by typed positions. */
export async function checkTyped(tally: Tally, open: OpenScan): Promise<void> {
  for (const lesion of WITHOUT_NIPPLE) await checkTypedAt(tally, open, lesion);
}

/** Goes to a lesion by typed positions, and points at it in every plane. */
async function checkTypedAt(
  tally: Tally,
  open: OpenScan,
  lesion: number,
): Promise<readonly ShownView[]> {
  const views = await goByTyping(open, lesion);
  const crossing = crossingAt(open, lesion);
  checkViews(tally, open.current, crossing, views);
  await checkReadout(tally, open.page, open.current, crossing.pointMm);
  await checkPointing(tally, open.page, open.current, crossing, views);
  return views;
}

const viewOf = (views: readonly ShownView[], plane: ShownView['plane']): ShownView => {
  const view = views.find((shown) => shown.plane === plane);
  if (view === undefined) throw new Error(`No view of ${plane}`);
  return view;
};

/** Clicks the first nipple ball on the coronal through it. */
export async function setNipple(open: OpenScan): Promise<OpenScan> {
  const { page, current } = open;
  const nippleMm = markerMm(current, NIPPLE_LEVELS.first);
  await startNipple(page);
  await typePoint(page, axisOf(current), current.truth.minMm[1], nippleMm);
  await fitPlanes(page);
  await leaveImages(page);
  const view = viewOf(await readViews(page), 'COR');
  const slice = sliceOf(current, { pointMm: nippleMm, drawnAxis: null }, 'COR');
  const at = expectedPx(viewAxes('COR', 0), centred(current, slice, view), nippleMm);
  await clickNipple(page, view, at);
  return { ...open, current: { ...current, nippleMm }, markedAboutMm: nippleMm };
}

/**
 * Goes to each lesion by typed positions, checks it as `checkTyped` does and draws a length across it
 * in the plane of its mark.
 */
export async function checkAndMark(tally: Tally, open: OpenScan): Promise<void> {
  for (const lesion of LESIONS) {
    const view = viewOf(await checkTypedAt(tally, open, lesion), MARK_PLANES[lesion] ?? 'COR');
    const slice = sliceOf(open.current, crossingAt(open, lesion), view.plane);
    const at = expectedPx(
      viewAxes(view.plane, slice.clockDeg),
      centred(open.current, slice, view),
      lesionMm(open, lesion),
    );
    await drawLength(open.page, view, at, MARK_LENGTH_MM);
    await open.page.getByTestId(`finding-${lesion + 1}`).waitFor();
  }
  await storedFindings(open.api, open.scan.scanId, LESIONS.length);
}

/** Drags the nipple on the coronal to the second nipple ball. */
export async function moveNipple(open: OpenScan): Promise<OpenScan> {
  const { page, api, scan, current } = open;
  const fromMm = current.nippleMm ?? markerMm(current, NIPPLE_LEVELS.first);
  const nippleMm = markerMm(current, NIPPLE_LEVELS.moved);
  const version = (await storedScan(api, scan.scanId)).version;
  const view = viewOf(await goByRow(open, 0), 'COR');
  const { right, down } = viewAxes('COR', 0);
  const by = ([x, y, z]: typeof right): number =>
    ((nippleMm[0] - fromMm[0]) * x +
      (nippleMm[1] - fromMm[1]) * y +
      (nippleMm[2] - fromMm[2]) * z) *
    view.pxPerMm;
  await dragNipple(page, { x: by(right), y: by(down) });
  await until(
    () => storedScan(api, scan.scanId),
    (stored) => stored.version > version,
    'The moved nipple is not stored',
  );
  return { ...open, current: { ...current, nippleMm } };
}

/**
 * Zooms in at a lesion: it stays at its place in every image, and the other balls move away from it
 * with the scale.
 */
export async function checkZoom(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  for (const lesion of LESIONS) {
    const before = await goByTyping(open, lesion);
    const coronal = viewOf(before, 'COR');
    const ball = ballIn(coronal.blobs, LESION_LEVELS[lesion] ?? 0);
    if (ball === null) {
      tally.addError(`zoom at ${lesion}`, null);
      continue;
    }
    await zoomIn(page, coronal, ball);
    await leaveImages(page);
    await until(
      async () => viewOf(await readViews(page), 'COR').pxPerMm,
      (pxPerMm) => pxPerMm > coronal.pxPerMm * 1.2,
      'The coronal did not zoom',
    );
    const crossing = crossingAt(open, lesion);
    checkViews(tally, current, crossing, await readViews(page), (slice, view) => {
      const axes = viewAxes(slice.plane, slice.clockDeg);
      const shown = viewOf(before, view.plane);
      const px = expectedPx(axes, centred(current, slice, shown), crossing.pointMm);
      return { atMm: crossing.pointMm, px, pxPerMm: view.pxPerMm };
    });
    await checkReadout(tally, page, current, crossing.pointMm);
    await fitPlanes(page);
  }
}

/** Shows the antiradial plane through each lesion, between the four planes. */
export async function checkAntiradial(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  for (const lesion of LESIONS) {
    await goByTyping(open, lesion);
    await page.keyboard.press('8');
    await page.locator('[data-testid=view-ARAD][data-state=complete]').waitFor();
    await fitPlanes(page);
    await leaveImages(page);
    const crossing = crossingAt(open, lesion);
    checkViews(tally, current, crossing, await readViews(page, ['ARAD']));
    await checkReadout(tally, page, current, crossing.pointMm);
    await selectPlanes(page);
  }
}

/** Reads in a small window, and again in the first one. */
export async function checkResize(tally: Tally, open: OpenScan): Promise<void> {
  for (const size of [SMALL_WINDOW, WINDOW]) {
    await open.page.setViewportSize(size);
    await planesComplete(open.page);
    await checkRows(tally, open);
  }
}

/** Reloads the page: the planes stay where they were, and all rows lead to their places. */
export async function checkReload(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  const lesion = 1;
  await goByRow(open, lesion);
  // Positions are saved one second after a change.
  await page.waitForTimeout(1_500);
  await page.reload();
  await planesComplete(page);
  await fitPlanes(page);
  await leaveImages(page);
  await planesDrawn(page);
  checkViews(tally, current, crossingAt(open, lesion), await readViews(page));
  await checkRows(tally, open);
}

/** Opens the scan in another window and checks all rows. */
export async function checkWindow(tally: Tally, open: OpenScan, page: Page): Promise<void> {
  const { url, scan } = open;
  await page.goto('about:blank');
  await page.goto(`${url}/#/scan?study=${scan.studyId}&scan=${scan.scanId}`);
  await planesComplete(page);
  await checkRows(tally, { ...open, page });
}

/** Opens a window at a device scale in a profile of its own. */
export async function windowAt(browser: Browser, deviceScaleFactor: number): Promise<Page> {
  if (deviceScaleFactor === 1) return (await visit(browser)).page;
  const context = await browser.newContext({ viewport: WINDOW, deviceScaleFactor });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
