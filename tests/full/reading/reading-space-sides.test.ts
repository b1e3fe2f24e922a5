import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { clockAngleDeg, clockText, positionToMm, radialDirection, subtract } from '#geometry';
import { mmToSample } from '../../../extensions/scanner/model/index.ts';
import { rawRecords, SWEEPS } from '../../e2e/support/reading/raw-records.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';

/** Clock angles of the twelve hours in degrees. */
const HOURS_DEG = Array.from({ length: 12 }, (_, hour) => hour * 30);
const volume = speckledVolume([100, 50, 100], 0.8, []);
const NIPPLE = { sag: 0, tra: 0, depth: 2, rad: 0 };
/** Shortcut digits of the layouts with raw frames and with the antiradial plane. */
const LAYOUTS = { raw: '6', antiradial: '8' } as const;
/** Clock angles of the stored frames: each hour and one degree on either side. */
const FRAMES_DEG = HOURS_DEG.flatMap((deg) => [(deg + 359) % 360, deg, deg + 1]).sort(
  (a, b) => a - b,
);
/** Location that the test clicks in each frame: distance from the axis and depth. */
const CLICKED = { radiusMm: 22, depthMm: 15 };

let readingPage: ReadingPage;
let page: Page;
const scans = new Map<'L' | 'R', Scan>();
beforeAll(async () => {
  readingPage = await openReadingPage();
  const { records } = readingPage;
  ({ page } = readingPage);
  const raw = rawRecords(readingPage.product, records);
  const studyId = await records.study(await records.patient('Hours'));
  for (const side of ['R', 'L'] as const) {
    const scan = await records.scan(studyId, side, volume);
    await records.nipple(scan.id, NIPPLE);
    await raw.sweeps(scan.id, side, volume, FRAMES_DEG);
    scans.set(side, scan);
  }
});
afterAll(() => readingPage?.close());

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
const dataOf = (view: string, key: string): Promise<string> =>
  page.getByTestId(`view-${view}`).evaluate((element, name) => element.dataset[name] ?? '', key);

/** Returns the angle between two clock angles, 0 to 180. */
const angleBetweenDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Returns the radial angle and the location of the planes, read from the coronal view. */
async function planesAt() {
  const text = await dataOf('COR', 'position');
  const [sag = 0, tra = 0, depth = 0, rad = 0] = text
    .split(' ')
    .map((part) => Number(part.split('=')[1]));
  return { rad, mm: positionToMm(volume.geometry, { sag, tra, depth, rad }) };
}

async function open(side: 'L' | 'R', layout: keyof typeof LAYOUTS): Promise<void> {
  const scan = scans.get(side);
  if (scan === undefined) throw new Error(`No scan of side ${side}`);
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
  // Uses the digit, because the tab can be in the overflow menu when another layout was stored.
  await page.locator('[data-of-layout]').waitFor({ timeout: 60_000 });
  await page.keyboard.press(LAYOUTS.raw);
  await page.getByTestId('view-CEN').waitFor();
  if (layout !== 'raw') await page.keyboard.press(LAYOUTS[layout]);
}

describe.each(['R', 'L'] as const)('the planes of side %s', (side) => {
  it('follow a click in the raw frame of every hour and display the nearest frame', async () => {
    await open(side, 'raw');
    for (const view of ['CEN', 'PER', 'COR']) {
      await page.locator(`[data-testid=view-${view}][data-state=complete]`).waitFor();
    }
    for (const deg of HOURS_DEG) {
      for (const sweep of ['CEN', 'PER'] as const) {
        await page.getByTestId(`position-${sweep}`).fill(clockText(deg, 1));
        await page.getByTestId(`position-${sweep}`).press('Enter');
        await poll(() => dataOf(sweep, 'deg')).toBe(String(deg));
        await page.locator(`[data-testid=view-${sweep}][data-state=complete]`).waitFor();
        const [x, , z] = radialDirection(deg);
        const pointMm = [x * CLICKED.radiusMm, CLICKED.depthMm, z * CLICKED.radiusMm] as const;
        const { line, sample } = mmToSample(SWEEPS[sweep], pointMm);
        const canvas = await page.getByTestId(`canvas-${sweep}`).boundingBox();
        if (canvas === null) throw new Error('No frame is displayed');
        await page.mouse.click(
          canvas.x + ((line + 0.5) / SWEEPS[sweep].lines) * canvas.width,
          canvas.y + ((sample + 0.5) / SWEEPS[sweep].samples) * canvas.height,
        );
        await poll(async () =>
          Math.hypot(...subtract((await planesAt()).mm, pointMm)),
        ).toBeLessThan(0.8);
        const { mm, rad } = await planesAt();
        expect(angleBetweenDeg(clockAngleDeg(mm[0], mm[2]), deg)).toBeLessThan(1);
        expect(angleBetweenDeg(rad, deg)).toBeLessThan(1);
      }
      // After the click in PER, the CEN view also displays the frame nearest to the planes.
      const { mm } = await planesAt();
      const planesDeg = clockAngleDeg(mm[0], mm[2]);
      await poll(async () => {
        const shownDeg = Number(await dataOf('CEN', 'deg'));
        return angleBetweenDeg(shownDeg, planesDeg);
      }).toBeLessThanOrEqual(0.5);
    }
    expect(readingPage.person.errors).toEqual([]);
  });

  it('keep the typed distance of the antiradial plane from the nipple at every hour', async () => {
    await open(side, 'antiradial');
    await page.locator('[data-testid=view-ARAD][data-state=complete]').waitFor();
    for (const deg of HOURS_DEG) {
      await page.getByTestId('position-RAD').fill(`${deg}°`);
      await page.getByTestId('position-RAD').press('Enter');
      await page.getByTestId('position-ARAD').fill('21.5');
      await page.getByTestId('position-ARAD').press('Enter');
      await poll(() => dataOf('ARAD', 'distance')).toBe('21.500');
      const { mm } = await planesAt();
      const nippleMm = positionToMm(volume.geometry, NIPPLE);
      const [dx, , dz] = subtract(mm, nippleMm);
      expect(Math.hypot(dx, dz)).toBeCloseTo(21.5, 1);
      expect(angleBetweenDeg(clockAngleDeg(dx, dz), deg)).toBeLessThan(0.2);
    }
    expect(readingPage.person.errors).toEqual([]);
  });
});
