import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { HAS_SAMPLES, LESION_CLIP, lesionClipFile, readSample, sampleTitle } from '#testing/files';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { demoApi } from './support/product/demo-api.ts';
import { type ImportedStudy, importStudy } from './support/product/import-study.ts';
import { findingsOf } from './support/reading/marks.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { scanAddress } from './support/reading/test-records.ts';

const { columns, rows, pixelMm, ellipse } = LESION_CLIP;

let readingPage: ReadingPage;
let page: Page;
let clip: ImportedStudy;

const open = async ({ studyId, scanId }: ImportedStudy): Promise<void> => {
  await page.goto(scanAddress(readingPage.product, studyId, scanId));
  await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
};
const card = () => page.getByTestId('ai-segment');
const accept = () => card().getByRole('button', { name: 'Accept as finding' });
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
});
