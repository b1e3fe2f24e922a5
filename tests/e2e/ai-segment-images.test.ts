import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import {
  clipFile,
  HAS_SAMPLES,
  LESION_CLIP,
  lesionClipFile,
  paletteFile,
  readSample,
  sampleTitle,
} from '#testing/files';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { findClipped } from './support/product/find-clipped.ts';
import { type ImportedStudy, importStudy } from './support/product/import-study.ts';
import { findingsOf } from './support/reading/marks.ts';
import { settled } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { scanAddress } from './support/reading/test-records.ts';

const { columns, rows, pixelMm, ellipse } = LESION_CLIP;

let readingPage: ReadingPage;
let page: Page;
let clip: ImportedStudy;

const open = async ({ studyId, scanId }: ImportedStudy): Promise<void> => {
  // Another page in between, because a change of the fragment keeps the view of the earlier scan.
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, studyId, scanId));
  await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
};
const card = () => page.getByTestId('ai-segment');
const accept = () => card().getByRole('button', { name: 'Accept as finding' });
/** Lines of stored marks on the shown frame. */
const drawnMarks = () => page.getByTestId('marks-IMG').locator('path').count();
/** Goes to a frame, counted from 1. */
async function showFrame(number: number): Promise<void> {
  await page.getByTestId('image-RAW').focus();
  for (let step = 0; step < 3; step++) {
    if (new RegExp(`${number}\\D+3`).test((await words()) ?? '')) return;
    await page.keyboard.press('.');
    await page.waitForTimeout(200);
  }
}
const words = () => page.getByTestId('raw-words').textContent();
const findings = () => findingsOf(readingPage.records.api, { id: clip.scanId });
const outline = () => page.getByTestId('overlay-shapes-IMG').locator('polyline');
const sizes = async () => {
  const text = (await card().textContent()) ?? '';
  return /([\d.]+) × ([\d.]+) mm/.exec(text)?.slice(1).map(Number) ?? [];
};

/** Returns the place of an image pixel on the page. */
async function onPage(x: number, y: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByTestId('raw-canvas').boundingBox();
  if (box === null) throw new Error('The image has no size');
  return { x: box.x + (x / columns) * box.width, y: box.y + (y / rows) * box.height };
}

async function clickAt(x: number, y: number): Promise<void> {
  const at = await onPage(x, y);
  await page.mouse.click(at.x, at.y);
}

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  clip = await importStudy(readingPage.product, 'Clip', {
    name: 'clip.dcm',
    bytes: lesionClipFile(),
  });
  await open(clip);
});
afterAll(() => readingPage?.close());

describe('AI Segment in an imported clip', () => {
  it('outlines a lesion after one click, with width, depth and area', async () => {
    await page.keyboard.press('u');
    await clickAt(ellipse.x, ellipse.y);
    await accept().waitFor();
    const took = await card().locator('[data-took-ms]').getAttribute('data-took-ms');
    console.log(`AI Segment in an image: first outline ${took} ms`);
    await expect.poll(() => outline().count()).toBeGreaterThan(0);
    const [across = 0, down = 0] = await sizes();
    expect(Math.abs(across - 2 * ellipse.a * pixelMm)).toBeLessThan(1.5);
    expect(Math.abs(down - 2 * ellipse.b * pixelMm)).toBeLessThan(1.5);
    expect(await card().textContent()).toContain('no volume');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'ai-segment-image');
  });

  it('takes corrections inside and outside, takes them back and moves the border', async () => {
    const before = await sizes();
    await clickAt(ellipse.x, ellipse.y - ellipse.b - 25);
    await card().getByRole('button', { name: 'Undo click' }).waitFor();
    await card().getByRole('button', { name: 'Undo click' }).click();
    await expect.poll(sizes).toEqual(before);
    await clickAt(ellipse.x - ellipse.a + 6, ellipse.y);
    await card().getByRole('button', { name: 'Undo click' }).click();
    await expect.poll(sizes).toEqual(before);
    await card().getByRole('slider').focus();
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await sizes())[0]).toBeLessThan(before[0] ?? 0);
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
    await expect.poll(sizes).toEqual(before);
    expect(await findings()).toEqual([]);
  });

  it('starts again from a box and from a diameter', async () => {
    await card().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => outline().count()).toBe(0);
    const { x, y, a, b } = ellipse;
    for (const [from, to] of [
      [await onPage(x - a - 4, y - b - 4), await onPage(x + a + 4, y + b + 4)],
      [await onPage(x - a, y), await onPage(x + a, y)],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await accept().waitFor();
      const [across = 0, down = 0] = await sizes();
      expect(Math.abs(across - 2 * a * pixelMm)).toBeLessThan(1.5);
      expect(Math.abs(down - 2 * b * pixelMm)).toBeLessThan(1.5);
      await card().getByRole('button', { name: 'Discard' }).click();
    }
  });

  it('becomes a finding of the reader with the outline on its frame, and two sizes', async () => {
    await page.getByTestId('image-RAW').focus();
    await page.keyboard.press('.');
    await expect.poll(words).toMatch(/2\D+3/);
    // A click while a frame is loading draws nothing.
    await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
    await settled(page);
    await clickAt(ellipse.x + 4, ellipse.y);
    await accept().click();
    await page.getByText('The segmentation is a finding of yours').waitFor();
    const list = await findings();
    const own = list.find(({ generator }) => generator.id === 'USER') as Finding;
    const proposal = list.find(({ generator }) => generator.id === 'AI') as Finding;
    expect(own.note).toMatch(/^AI Segment: area 0\.[89]\d cm² in frame 2$/);
    expect(own).toMatchObject({ massWidthUm: null, clockPositionSec: null, depthUm: null });
    expect(own.massLengthUm).toBeGreaterThan(11_000);
    expect(own.massHeightUm).toBeGreaterThan(7_000);
    expect(Object.values(own.marks)).toMatchObject([
      { markType: 'FREEHAND', planeView: 'IMG', frame: { originMm: [0, 0, 1] } },
    ]);
    expect(proposal.ai).toMatchObject({
      decision: { kind: 'ACCEPTED' },
      model: { name: 'segmenter2d', use: 'research' },
    });
    await expect.poll(() => card().count()).toBe(0);
    await expect.poll(drawnMarks).toBeGreaterThan(0);
    await screenshot(page, 'ai-segment-image-accepted');
  });

  it('is drawn on its frame only, to which the list goes back', async () => {
    await page.reload();
    await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
    await page.keyboard.press('Escape');
    await showFrame(1);
    await expect.poll(drawnMarks).toBe(0);
    await page.getByRole('tab', { name: /Findings/ }).click();
    await page.getByTestId('finding-location').first().click();
    await expect.poll(words).toMatch(/2\D+3/);
    await expect.poll(drawnMarks).toBeGreaterThan(0);
  });

  it('shares its frame with a length drawn by hand, in millimetres', async () => {
    const [from, to] = [await onPage(40, 200), await onPage(140, 200)];
    await page.keyboard.press('m');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => (await findings()).map(({ massLengthUm }) => massLengthUm))
      .toContainEqual(expect.closeTo(15_000, -3));
    expect(readingPage.person.errors).toEqual([]);
  });

  it('starts from a length of the reader as a diameter', async () => {
    const { x, y, a } = ellipse;
    await showFrame(1);
    const [from, to] = [await onPage(x - a, y), await onPage(x + a, y)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Shift+U');
    await accept().waitFor();
    const [across = 0] = await sizes();
    expect(Math.abs(across - 2 * a * pixelMm)).toBeLessThan(1.5);
    await card().getByRole('button', { name: 'Discard' }).click();
  });

  it('rejects what the model was not trained on, and images without a scale', async () => {
    const { product } = readingPage;
    await open(await importStudy(product, 'Flat', { name: 'clip.dcm', bytes: clipFile() }));
    await page.keyboard.press('u');
    await page.getByTestId('image-RAW').click({ position: { x: 200, y: 200 } });
    await page.getByText('The image has no scale in millimetres.').waitFor();
    const bytes = paletteFile();
    await open(await importStudy(product, 'Palette', { name: 'image.dcm', bytes }));
    await page.keyboard.press('u');
    await page.getByTestId('raw-canvas').click();
    await card().getByText('Outside the model’s domain').waitFor();
    await card().getByText('Outline the lesion with the freehand tool.').waitFor();
    expect(await accept().count()).toBe(0);
    await screenshot(page, 'ai-segment-image-refused');
  });

  it.skipIf(!HAS_SAMPLES)(sampleTitle('outlines or rejects by name on real images'), async () => {
    for (const name of ['us-single-frame-palette16.dcm', 'us-multi-frame-ybr.dcm']) {
      const bytes = readSample(name);
      await open(await importStudy(readingPage.product, 'Real', { name, bytes }));
      await page.keyboard.press('u');
      await page.getByTestId('raw-canvas').click();
      const refused = page.getByText(/Outside the model’s domain|no scale in millimetres/);
      await accept().or(refused).first().waitFor();
      await screenshot(page, `ai-segment-${name.replace('.dcm', '')}`);
    }
    expect(readingPage.person.errors).toEqual([]);
  });

  it('has German texts, also for images outside the model’s domain', async () => {
    await page.evaluate(() => localStorage.setItem('clockface.locale', 'de'));
    const bytes = paletteFile();
    const flat = await importStudy(readingPage.product, 'Bild', { name: 'image.dcm', bytes });
    await open(flat);
    await page.keyboard.press('u');
    await page.getByTestId('raw-canvas').click();
    await card().getByText('Außerhalb des Einsatzbereichs des Modells').waitFor();
    await card()
      .getByText(/^Standardabweichung der Grauwerte 0,\d+/)
      .waitFor();
    await open(clip);
    await page.keyboard.press('u');
    await clickAt(ellipse.x, ellipse.y);
    await card().getByRole('button', { name: 'Als Läsion übernehmen' }).waitFor();
    expect(await card().textContent()).toMatch(/Fläche 0,[89]\d cm² in Bild \d/);
    expect(await findClipped(page)).toEqual([]);
    await screenshot(page, 'ai-segment-image-german');
    expect(readingPage.person.errors).toEqual([]);
  });
});
