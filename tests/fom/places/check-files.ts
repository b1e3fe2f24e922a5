import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { VOLUME_PLANES } from '#geometry';
import { MARK_PLANES } from './acts.ts';
import { type Crossing, checkLocation, locationOf, PRESENCE, sliceOf } from './check-screen.ts';
import { CROSS_OF_CAPTION, compareView, TO_THE_HOUR, type ViewSize } from './compare.ts';
import { expectedBalls, imageCentre, type Slice } from './expected-view.ts';
import type { TrueLocation } from './expected-words.ts';
import { findBlobs, type GreyImage } from './find-blobs.ts';
import { BALL_RADIUS_MM } from './marker-grids.ts';
import { goByRow, LESIONS, lesionMm, type OpenScan, rowCrossing } from './open-scan.ts';
import { decodeImage } from './screen.ts';
import type { Tally } from './tally.ts';

/** Prescribed scale of saved slices and thumbnails. */
const SLICE_PX_PER_MM = 7;
const THUMBNAIL_PX = 300;
/** Width of the four images of an open row. */
const KEY_IMAGE_MM = 30;
/** Half the level of the darkest ball; levels of a JPEG file vary by a few. */
const THRESHOLD = 35;

async function pressToSave(page: Page, keys: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(keys)]);
  return download;
}

const base64Of = async (download: Download): Promise<string> =>
  (await readFile(await download.path())).toString('base64');

/**
 * Saves two planes at each lesion without marks and finds the balls in the files; saves the plane of
 * its mark with marks and compares the caption.
 */
export async function checkPictures(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  await page.evaluate(recordTexts);
  for (const lesion of LESIONS) {
    await goByRow(open, lesion);
    const crossing = rowCrossing(open, lesion);
    const plane = MARK_PLANES[lesion] ?? 'COR';
    for (const saved of new Set([
      plane,
      VOLUME_PLANES[(lesion + 1) % VOLUME_PLANES.length] ?? plane,
    ])) {
      // The focus makes the view the active one; a click would move the planes.
      await page.getByTestId(`image-${saved}`).focus();
      const file = await base64Of(await pressToSave(page, 'Alt+Shift+S'));
      checkSaved(tally, open, sliceOf(current, crossing, saved), await decodeImage(page, file));
    }
    await page.getByTestId(`image-${plane}`).focus();
    await page.evaluate(() => Object.assign(window, { placesTexts: [] }));
    await pressToSave(page, 'Alt+S');
    const lines = await page.evaluate(
      () => (window as unknown as { placesTexts: readonly string[] }).placesTexts,
    );
    checkCaption(tally, open, lesion, crossing, lines.join(' '));
  }
}

const FINDING_LINE = /Finding (\d+): (\w .*? · \d+ mm FN · depth \d+ mm)/g;

/** Runs in the page: records the texts drawn on canvases, which are those of captions. */
function recordTexts(): void {
  if ('placesTexts' in window) return;
  const { prototype } = CanvasRenderingContext2D;
  const { fillText } = prototype;
  Object.assign(window, { placesTexts: [] });
  prototype.fillText = function (text, ...at) {
    (window as unknown as { placesTexts: string[] }).placesTexts.push(text);
    fillText.call(this, text, ...at);
  };
}

/** Compares a saved plane, whose coronal has a margin of equal width at all sides. */
function checkSaved(tally: Tally, open: OpenScan, slice: Slice, image: GreyImage): void {
  const { truth } = open.current;
  const centreMm = imageCentre(truth, slice);
  const heightMm =
    slice.plane === 'COR' ? truth.maxMm[2] - truth.minMm[2] : truth.maxMm[1] - truth.minMm[1];
  const widthMm = truth.maxMm[0] - truth.minMm[0];
  const marginPx =
    slice.plane === 'COR' ? (image.width - Math.ceil(widthMm * SLICE_PX_PER_MM)) / 2 : 0;
  const middleY = marginPx + (heightMm * SLICE_PX_PER_MM) / 2;
  const anchor = {
    atMm: centreMm,
    px: { x: image.width / 2, y: middleY },
    pxPerMm: SLICE_PX_PER_MM,
  };
  // The caption is below the image.
  const size = { width: image.width, height: Math.round(2 * middleY) };
  compareImage(tally, open, `saved ${slice.plane}`, slice, anchor, cropped(image, size));
}

function cropped(image: GreyImage, { width, height }: ViewSize): GreyImage {
  return { width, height, levels: image.levels.subarray(0, width * height) };
}

function compareImage(
  tally: Tally,
  { current }: OpenScan,
  where: string,
  slice: Slice,
  anchor: Parameters<typeof expectedBalls>[2],
  image: GreyImage,
): void {
  const balls = expectedBalls(current.truth, slice, anchor, PRESENCE);
  const scale = { pxPerMm: anchor.pxPerMm, radiusMm: BALL_RADIUS_MM };
  tally.addView(where, compareView(findBlobs(image, THRESHOLD), balls, image, scale));
}

/**
 * Checks side, cross and findings of a caption: 'Cross: 7:12 · 19 mm FN', 'Finding 1: R 7:00 · …'. It
 * must name the finding of the image, and every other finding that it names must have its own words.
 */
function checkCaption(
  tally: Tally,
  open: OpenScan,
  lesion: number,
  { pointMm }: Crossing,
  caption: string,
): void {
  const { current } = open;
  const side = current.side === 'R' ? /right breast/i : /left breast/i;
  tally.addText('caption', caption, side.test(caption) ? [] : ['another side']);
  const cross = /Cross: ((?:\d+:\d\d|subareolar) · \d+ mm FN)/.exec(caption)?.[1];
  checkLocation(tally, 'cross of caption', cross ?? caption, current, pointMm, CROSS_OF_CAPTION);
  const named = new Map(
    [...caption.matchAll(FINDING_LINE)].map(([, number, location = '']) => [
      Number(number) - 1,
      location,
    ]),
  );
  if (!named.has(lesion)) named.set(lesion, caption);
  for (const [index, location] of named) {
    const where = index === lesion ? 'finding of caption' : 'other finding of caption';
    checkLocation(tally, where, location, current, lesionMm(open, index), TO_THE_HOUR);
  }
}

/** Checks the thumbnail of each row, and the four images of its open row. */
export async function checkThumbnails(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  for (const lesion of LESIONS) {
    await goByRow(open, lesion);
    const row = page.getByTestId(`finding-${lesion + 1}`);
    const plane = MARK_PLANES[lesion] ?? 'COR';
    const thumbnail = row.getByTestId('finding-thumbnail').locator('img');
    const ownSlice = sliceOf(current, rowCrossing(open, lesion), plane);
    const image = await decodeImage(page, await sourceOf(thumbnail));
    if (image.width !== THUMBNAIL_PX || image.height !== THUMBNAIL_PX) {
      tally.addError(`thumbnail of ${image.width} × ${image.height}`, null);
    }
    checkAbout(tally, open, lesion, `thumbnail ${plane}`, ownSlice, image, SLICE_PX_PER_MM);
    for (const keyPlane of ['COR', 'TRA', 'SAG', 'RAD'] as const) {
      const source = await sourceOf(row.getByTestId(`key-image-${keyPlane}`).locator('img'));
      const keyImage = await decodeImage(page, source);
      const slice = sliceOf(
        current,
        { pointMm: lesionMm(open, lesion), drawnAxis: null },
        keyPlane,
      );
      const pxPerMm = keyImage.width / KEY_IMAGE_MM;
      checkAbout(tally, open, lesion, `key image ${keyPlane}`, slice, keyImage, pxPerMm);
    }
  }
}

/** Returns the content of an image whose address is a data URL. */
async function sourceOf(image: ReturnType<Page['locator']>): Promise<string> {
  await image.waitFor();
  const source = (await image.getAttribute('src')) ?? '';
  return source.slice(source.indexOf(',') + 1);
}

/** Checks an image centred on the mark of a lesion. */
function checkAbout(
  tally: Tally,
  open: OpenScan,
  lesion: number,
  where: string,
  slice: Slice,
  image: GreyImage,
  pxPerMm: number,
): void {
  const px = { x: image.width / 2, y: image.height / 2 };
  compareImage(tally, open, where, slice, { atMm: lesionMm(open, lesion), px, pxPerMm }, image);
}

/** Exports the findings as CSV by the menu and compares each line. */
export async function checkCsv(tally: Tally, open: OpenScan): Promise<void> {
  const { page, current } = open;
  await page.getByRole('button', { name: 'Findings menu' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = head.replace(/^\uFEFF/, '').split(',');
  for (const lesion of LESIONS) {
    const rows = lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    });
    const row = rows.find(({ number }) => Number(number) === lesion + 1);
    const truth = locationOf(current, lesionMm(open, lesion));
    const problems =
      row === undefined || truth === null
        ? ['no line']
        : compareCsv(row, truth, current.truth.voxelMm);
    tally.addText(`CSV ${lesion + 1}`, JSON.stringify(row ?? null), problems);
  }
}

/** Compares the fields of a finding with the truth; clock seconds are empty if subareolar. */
function compareCsv(
  row: Readonly<Record<string, string>>,
  truth: TrueLocation,
  toleranceMm: number,
): readonly string[] {
  const problems: string[] = [];
  const near = (field: string, must: number, limit: number): void => {
    const value = row[field] ?? '';
    if (value === '' || Math.abs(Number(value) - must) > limit)
      problems.push(`${field} not ${must}`);
  };
  if (!row.scan?.startsWith(truth.side)) problems.push(`side not ${truth.side}`);
  if (row.quadrant !== truth.quadrant) problems.push(`quadrant not ${truth.quadrant}`);
  near('distanceFromNippleUm', truth.distanceMm * 1000, toleranceMm * 1000);
  near('depthUm', truth.depthMm * 1000, toleranceMm * 1000);
  if (truth.quadrant === 'subareolar') {
    if (row.clockPositionSec !== '') problems.push('a clock position within 10 mm');
  } else {
    const toleranceSec = (Math.asin(toleranceMm / truth.distanceMm) / (2 * Math.PI)) * 43_200;
    near('clockPositionSec', (truth.clockDeg / 360) * 43_200, toleranceSec);
  }
  return problems;
}
