import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { mmToImage, type Vec3, type VolumeGeometry } from '#geometry';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { layeredVolume } from '../e2e/support/reading/layered-volume.ts';
import { onPage, sheetOf } from '../e2e/support/reading/marks.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';
import { openReadingPage } from '../e2e/support/reading/reading-page.ts';
import { scanAddress } from '../e2e/support/reading/test-records.ts';
import { type Bench, machine, median, quartiles, round } from './support/figure.ts';

const RUNS = 15;
const LESION: Vec3 = [2, 18, 1];
const RADIUS_MM = 7;

declare global {
  interface Window {
    /** Milliseconds from the latest release of the button to the drawn outline; null while waiting. */
    volumeOutlineMs: number | null;
  }
}

/**
 * Time of AI Segment in an imported volume without levels in dB: from the release of the button to the
 * outline of the slices' 3D result in the transverse plane, in the running product. The first click
 * after choosing the tool may wait for the model.
 */
export const segmentVolume: Bench = async () => {
  await buildWeb({ production: true });
  const readingPage = await openReadingPage();
  try {
    const { page, product, records } = readingPage;
    await page.setViewportSize({ width: 1280, height: 800 });
    const study = await records.study(await records.patient('Volume'));
    const volume = layeredVolume([220, 80, 220], 0.5, { atMm: LESION, radiusMm: RADIUS_MM });
    const scan = await records.scan(study, 'R', volume);
    await page.goto(scanAddress(product, study, scan.id));
    await planesComplete(page);
    await page.evaluate(measureOutlines);
    await page.keyboard.press('u');
    const firstMs = await clickMs(page, volume.geometry, 0);
    const milliseconds: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      milliseconds.push(await clickMs(page, volume.geometry, run));
    }
    return [
      {
        name: 'segment-volume',
        figure: round(median(milliseconds) / 1000),
        unit: 's from the click to the outline in 3D',
        target: '≤ 3',
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
async function clickMs(page: Page, geometry: VolumeGeometry, run: number): Promise<number> {
  const sheet = await sheetOf(page, 'TRA', geometry);
  const mm: Vec3 = [LESION[0] + 0.3 * run - 2, LESION[1], LESION[2]];
  const { x, y } = await onPage(sheet, mmToImage(sheet.frame, mm));
  await page.mouse.click(x, y);
  await page.waitForFunction(() => window.volumeOutlineMs !== null);
  const ms = await page.evaluate(() => window.volumeOutlineMs);
  const card = page.getByTestId('ai-segment');
  await card.getByText('Joined from').waitFor();
  await card.getByRole('button', { name: 'Discard' }).click();
  await page.getByTestId('overlay-voxels-TRA').waitFor({ state: 'detached' });
  return ms ?? Number.NaN;
}

/** Runs in the page. */
function measureOutlines(): void {
  let releasedAt: number | null = null;
  window.volumeOutlineMs = null;
  window.addEventListener(
    'pointerup',
    (event) => {
      const isPlane =
        event.target instanceof Element && event.target.closest('[data-testid=image-TRA]');
      if (!isPlane) return;
      releasedAt = event.timeStamp;
      window.volumeOutlineMs = null;
    },
    true,
  );
  const onFrame = (): void => {
    const isDrawn = document.querySelector('[data-testid=overlay-voxels-TRA]') !== null;
    if (isDrawn && releasedAt !== null) {
      window.volumeOutlineMs = performance.now() - releasedAt;
      releasedAt = null;
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}
