import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finding, GENERATOR_COLOURS, type Mark, type Scan, type ScanFile } from '#contracts';
import type { Vec3 } from '#geometry';
import { screenshot } from './support/product/browser.ts';
import { aLength, drawMark, sheetOf, storedMarks } from './support/reading/marks.ts';
import {
  planesComplete,
  planesDrawn,
  selectPlanes,
  typePosition,
} from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

const LEFT_MM: Vec3 = [18, 16, 0];
const RIGHT_MM: Vec3 = [-20, 16, 0];
const volume = speckledVolume([111, 51, 121], 0.8, [
  { atMm: LEFT_MM, radiusMm: 1.5, greyLevel: 255 },
  { atMm: RIGHT_MM, radiusMm: 1.5, greyLevel: 255 },
]);
/** Prescribed scale of rendered slices. */
const PX_PER_MM = 7;
/** Margin for the clock ring around a coronal image. */
const RING_PX = 90;
const [WIDTH_PX, DEPTH_PX, HEAD_PX] = [111, 51, 121].map((voxels) =>
  Math.ceil(voxels * 0.8 * PX_PER_MM),
) as [number, number, number];

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let scan: Scan;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const study = await records.study(await records.patient('Seven'));
  scan = await records.scan(study, 'R', volume);
  await page.goto(scanAddress(readingPage.product, study, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const IMAGE_HEIGHT_PX = { TRA: DEPTH_PX, COR: HEAD_PX + 2 * RING_PX };

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface SavedImage {
  readonly width: number;
  readonly height: number;
  readonly base64: string;
  /** Centres of the white balls of the volume, from left to right. */
  readonly balls: readonly Spot[];
  /** Pixels in the colour of a reader's marks. */
  readonly marked: readonly Spot[];
}

/** Saves the image of a plane and returns what its pixels show. */
async function saveImage(
  plane: 'TRA' | 'COR',
  shortcut: string,
  name: string,
): Promise<SavedImage> {
  await page.getByTestId(`image-${plane}`).focus();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press(shortcut),
  ]);
  const path = `test-results/pictures/${name}.png`;
  await download.saveAs(path);
  const base64 = readFileSync(path).toString('base64');
  const found = await page.evaluate(readPng, {
    base64,
    colour: GENERATOR_COLOURS.USER,
    imageHeightPx: IMAGE_HEIGHT_PX[plane],
  });
  return { ...found, base64 };
}

interface PngFile {
  readonly base64: string;
  readonly colour: string;
  /** Height without the caption, whose text is white as the balls. */
  readonly imageHeightPx: number;
}

/** Runs in the page, which decodes PNG files. */
async function readPng({ base64, colour, imageHeightPx }: PngFile) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('No 2D context');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const sums = [0, 1].map(() => ({ x: 0, y: 0, count: 0 }));
  const marked: { x: number; y: number }[] = [];
  for (let at = 0; at < width * imageHeightPx; at++) {
    const [r = 0, g = 0, b = 0] = data.subarray(4 * at, 4 * at + 3);
    const spot = { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 };
    if ([r, g, b].every((value, n) => Math.abs(value - (wanted[n] ?? 0)) < 12)) marked.push(spot);
    const sum = sums[spot.x < width / 2 ? 0 : 1];
    if (sum === undefined || r < 250 || r !== g || g !== b) continue;
    sum.x += spot.x;
    sum.y += spot.y;
    sum.count += 1;
  }
  const balls = sums.map(({ x, y, count }) => ({ x: x / count, y: y / count }));
  return { width, height, balls, marked };
}

/** Returns the px per mm of the transverse view on the screen. */
const drawnScale = async (): Promise<number> => {
  const host = page.getByTestId('image-TRA').locator('[data-drawn]');
  return Number((await host.getAttribute('data-drawn'))?.split(' ')[4]);
};

/** Returns widths in px of "01x28" in page and canvas, as set and with the alternates switched on. */
const digitWidths = () =>
  page.evaluate(() => {
    const widthOf = (features: string): number => {
      const span = document.createElement('span');
      span.textContent = '01x28';
      span.style.font = '20px var(--font)';
      span.style.fontFeatureSettings = features;
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('No 2D context');
    context.font = `20px ${getComputedStyle(document.body).fontFamily}`;
    return {
      page: widthOf('normal'),
      canvas: context.measureText('01x28').width,
      plain: widthOf('"calt" 0'),
      alternates: widthOf('"calt" 1'),
    };
  });

describe('a name with x between digits', () => {
  it('keeps its letter x on the page and in the captions of saved images', async () => {
    const widths = await digitWidths();
    // The multiplication sign is wider than the letter, so the test can see the difference.
    expect(widths.alternates).toBeGreaterThan(widths.plain + 1);
    expect(widths.page).toBeCloseTo(widths.plain, 1);
    expect(widths.canvas).toBeCloseTo(widths.plain, 1);
  });
});

describe('the saved image of a plane', () => {
  it('has 7 px per mm of the volume at every zoom, with the whole plane', async () => {
    const fitted = await saveImage('TRA', 'Alt+Shift+s', 'saved-fitted');
    expect(fitted.width).toBe(WIDTH_PX);
    expect(fitted.height).toBeGreaterThan(DEPTH_PX);
    const [left, right] = fitted.balls;
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeCloseTo(38 * PX_PER_MM, 0);
    expect(left?.y).toBeCloseTo(16 * PX_PER_MM, 0);
    expect(right?.y).toBeCloseTo(16 * PX_PER_MM, 0);
    const before = await drawnScale();
    await page.getByTestId('image-TRA').hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    await expect.poll(drawnScale).toBeGreaterThan(1.5 * before);
    await planesDrawn(page);
    const zoomed = await saveImage('TRA', 'Alt+Shift+s', 'saved-zoomed');
    expect(zoomed.base64).toBe(fitted.base64);
    await page.setViewportSize({ width: 1280, height: 800 });
    await planesDrawn(page);
    const resized = await saveImage('TRA', 'Alt+Shift+s', 'saved-resized');
    expect(resized.base64).toBe(fitted.base64);
  });

  it('shows the clock ring around a coronal plane at the same scale', async () => {
    await typePosition(page, 'COR', '16');
    const marked = await saveImage('COR', 'Alt+s', 'saved-coronal');
    const { balls, width } = await saveImage('COR', 'Alt+Shift+s', 'saved-coronal-clean');
    expect([width, marked.width]).toEqual([WIDTH_PX + 2 * RING_PX, WIDTH_PX + 2 * RING_PX]);
    const [left, right] = balls;
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeCloseTo(38 * PX_PER_MM, 0);
  });

  it('shows each mark on its tissue, drawn at a zoom or not', async () => {
    const image = await sheetOf(page, 'TRA', volume.geometry);
    await drawMark(image, 'LENGTH', { u: 0.45, v: 0.6 });
    const [mark] = await storedMarks(records.api, scan, 1);
    if (mark === undefined) throw new Error('The length is not stored');
    const { marked } = await saveImage('TRA', 'Alt+s', 'saved-marked');
    for (const end of endsPx(mark)) {
      const nearestPx = Math.min(...marked.map(({ x, y }) => Math.hypot(x - end.x, y - end.y)));
      // A dash may end before the end of its line.
      expect(nearestPx).toBeLessThan(7);
    }
    const [from, to] = endsPx(mark);
    if (from === undefined || to === undefined) throw new Error('The length has two ends');
    const onLine = marked.filter(
      ({ x, y }) => Math.abs(y - from.y) <= 2 && x > from.x - 1 && x < to.x + 1,
    );
    expect(onLine.length).toBeGreaterThan((to.x - from.x) / 2);
  });
});

/** Returns the ends of a length in px of a saved transverse image, from its frame alone. */
function endsPx({ frame, markViewParams: { points } }: Mark): readonly Spot[] {
  return points.map(({ u, v }) => ({
    x: u * frame.widthMm * PX_PER_MM,
    y: v * frame.heightMm * PX_PER_MM,
  }));
}

describe('thumbnails', () => {
  let right: Scan;
  let first: Finding;
  let second: Finding;
  let between: Finding;

  /** Waits until the browser has stored the thumbnails of the findings of the right breast. */
  async function storedThumbnails(): Promise<readonly ScanFile[]> {
    const path = `/scans/${right.id}/scanfiles?fileCategory=FINDING_THUMB`;
    const read = async () => ((await records.api.get(path)) as { items: ScanFile[] }).items;
    await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(3);
    return read();
  }

  /** Returns the check box of a finding in the list. */
  const box = (finding: Finding) =>
    page.locator(`[data-finding-id="${finding.id}"]`).getByRole('checkbox');

  const saveThumbnails = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Findings menu' }).click();
    await page.getByRole('menuitem', { name: 'Save thumbnails' }).click();
  };

  it('of findings of both breasts are rejected with the text of the specification, of one breast saved as one sheet', async () => {
    const study = await records.study(await records.patient('Thumbs'));
    right = await records.scan(study, 'R', volume);
    const left = await records.scan(study, 'L', volume);
    first = await records.finding(right.id, aLength(volume.geometry, LEFT_MM, 8));
    second = await records.finding(right.id, aLength(volume.geometry, RIGHT_MM, 12));
    const other = await records.finding(left.id, aLength(volume.geometry, LEFT_MM, 8));
    await page.goto(scanAddress(readingPage.product, study, right.id));
    await selectPlanes(page);
    await box(first).check({ force: true });
    await box(other).check({ force: true });
    await saveThumbnails();
    const rejected = page.getByText(
      "Thumbnail generation failed because findings don't belong to the same scan",
    );
    await rejected.first().waitFor();
    await screenshot(page, 'thumbnails-of-two-scans');
    await box(other).uncheck({ force: true });
    await box(second).check({ force: true });
    const [download] = await Promise.all([page.waitForEvent('download'), saveThumbnails()]);
    expect(download.suggestedFilename()).toMatch(/^breast-R-thumbnails-[\w-]+\.png$/);
    const path = 'test-results/pictures/saved-thumbnails.png';
    await download.saveAs(path);
    const base64 = readFileSync(path).toString('base64');
    const sheet = await page.evaluate(readPng, {
      base64,
      colour: GENERATOR_COLOURS.USER,
      imageHeightPx: 300,
    });
    expect(sheet.width).toBe(2 * 300 + 8);
    // The middle of each length is the middle of its thumbnail, and a ball is there.
    expect(sheet.balls[0]?.x).toBeCloseTo(150, 0);
    expect(sheet.balls[0]?.y).toBeCloseTo(150, 0);
  });

  it('show the tissue at 7 px per mm', async () => {
    const middleMm: Vec3 = [(LEFT_MM[0] + RIGHT_MM[0]) / 2, LEFT_MM[1], LEFT_MM[2]];
    between = await records.finding(right.id, aLength(volume.geometry, middleMm, 10));
    await box(first).uncheck({ force: true });
    await box(second).uncheck({ force: true });
    await box(between).check({ force: true });
    const [download] = await Promise.all([page.waitForEvent('download'), saveThumbnails()]);
    const path = 'test-results/pictures/saved-thumbnail-scale.png';
    await download.saveAs(path);
    const base64 = readFileSync(path).toString('base64');
    const png = { base64, colour: GENERATOR_COLOURS.USER, imageHeightPx: 300 };
    const { width, balls } = await page.evaluate(readPng, png);
    const [leftBall, rightBall] = balls;
    const distancePx = (LEFT_MM[0] - RIGHT_MM[0]) * PX_PER_MM;
    expect(width).toBe(300);
    expect((rightBall?.x ?? 0) - (leftBall?.x ?? 0)).toBeCloseTo(distancePx, 0);
    expect(leftBall?.x).toBeCloseTo(150 - distancePx / 2, 0);
    expect(leftBall?.y).toBeCloseTo(150, 0);
  });

  it('of the findings that are read are stored as files of their scan, one for each', async () => {
    const stored = await storedThumbnails();
    expect(stored.map(({ fileName }) => fileName).sort()).toEqual(
      [first, second, between].map(({ id }) => `${id}.jpg`).sort(),
    );
    const [file] = stored;
    const response = await fetch(`${readingPage.product.url}/api/scanfiles/${file?.id}/download`, {
      headers: records.api.headers,
    });
    const base64 = Buffer.from(await response.arrayBuffer()).toString('base64');
    const png = { base64, colour: GENERATOR_COLOURS.USER, imageHeightPx: 300 };
    const { width, height } = await page.evaluate(readPng, png);
    expect([width, height]).toEqual([300, 300]);
  });
});
