import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { LESION_CLIP, lesionClipFile } from '#testing/files';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { importStudy } from '../e2e/support/product/import-study.ts';
import { openReadingPage } from '../e2e/support/reading/reading-page.ts';
import { scanAddress } from '../e2e/support/reading/test-records.ts';
import { type Bench, machine, median, quartiles, round } from './support/figure.ts';

const RUNS = 15;

declare global {
  interface Window {
    /** Milliseconds from the latest release of the button to the painted outline; null while waiting. */
    outlineMs: number | null;
  }
}

/**
 * Time of AI Segment in an imported clip of 320 × 240 pixels: from the release of the button to the
 * outline on the screen, in the running product. The first click after choosing the tool may wait for
 * the model.
 */
export const segmentImage: Bench = async () => {
  await buildWeb({ production: true });
  const readingPage = await openReadingPage();
  try {
    const { page, product } = readingPage;
    await page.setViewportSize({ width: 1280, height: 800 });
    const file = { name: 'clip.dcm', bytes: lesionClipFile() };
    const { studyId, scanId } = await importStudy(product, 'Clip', file);
    await page.goto(scanAddress(product, studyId, scanId));
    await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
    await page.evaluate(measureOutlines);
    await page.keyboard.press('u');
    const firstMs = await clickMs(page, 0);
    const milliseconds: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) milliseconds.push(await clickMs(page, run));
    return [
      {
        name: 'segment-image',
        figure: round(median(milliseconds) / 1000),
        unit: 's from the click to the outline',
        target: '≤ 1',
        against: {},
        runs: RUNS,
        spread: quartiles(milliseconds.map((ms) => ms / 1000)),
        machine: machine(),
        more: {
          slowest: round(Math.max(...milliseconds) / 1000),
          firstAfterChoosingTheTool: round(firstMs / 1000),
          load: loadavg(),
        },
      },
    ];
  } finally {
    await readingPage.close();
  }
};

/** Clicks the lesion, never twice at the same point, and discards the outline. */
async function clickMs(page: Page, run: number): Promise<number> {
  const { columns, rows, ellipse } = LESION_CLIP;
  const box = await page.getByTestId('raw-canvas').boundingBox();
  if (box === null) throw new Error('The image has no size');
  const x = box.x + ((ellipse.x + 1.5 * run - 12) / columns) * box.width;
  const y = box.y + (ellipse.y / rows) * box.height;
  await page.mouse.click(x, y);
  await page.waitForFunction(() => window.outlineMs !== null);
  const ms = await page.evaluate(() => window.outlineMs);
  const card = page.getByTestId('ai-segment');
  await card.getByRole('button', { name: 'Discard' }).click();
  await card.waitFor({ state: 'detached' });
  return ms ?? Number.NaN;
}

/** Runs in the page. */
function measureOutlines(): void {
  let releasedAt: number | null = null;
  window.outlineMs = null;
  window.addEventListener(
    'pointerup',
    (event) => {
      const isImage =
        event.target instanceof Element && event.target.closest('[data-testid=image-RAW]');
      if (!isImage) return;
      releasedAt = event.timeStamp;
      window.outlineMs = null;
    },
    true,
  );
  const onFrame = (): void => {
    const isDrawn = document.querySelector('[data-testid=overlay-shapes-IMG] polyline') !== null;
    if (isDrawn && releasedAt !== null) {
      window.outlineMs = performance.now() - releasedAt;
      releasedAt = null;
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}
