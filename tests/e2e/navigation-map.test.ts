import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { positionToMm, type Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete, planesDrawn, typePosition } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

/** The only dark lesion of the volume. */
const LESION: Vec3 = [-18, 22, 14];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 12 }]);
const { geometry } = volume;
const FINDING_MM: Vec3 = [15, 20, -10];

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let scan: Scan;
let finding: Finding;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const study = await records.study(await records.patient('Map'));
  scan = await records.scan(study, 'R', volume);
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 0, rad: 0 });
  finding = await records.finding(scan.id, aLength(geometry, FINDING_MM, 8));
  await page.goto(scanAddress(readingPage.product, study, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const map = (): Locator => page.getByTestId('navigation-map');
const toggle = (): Locator => page.getByRole('button', { name: 'Navigation map' });

/** Returns where the planes meet. */
async function crossMm(): Promise<Vec3> {
  const text = (await page.getByTestId('view-COR').getAttribute('data-position')) ?? '';
  const coordinate = (key: string) => Number(new RegExp(`${key}=(\\S+)`).exec(text)?.[1]);
  const [sag, tra, depth] = [coordinate('sag'), coordinate('tra'), coordinate('depth')];
  return positionToMm(geometry, { sag, tra, depth, rad: 0 });
}

/** Returns the spot of the map at a location in the patient, in CSS px from its upper left. */
async function mapSpot([x, , z]: Vec3) {
  const box = await map().boundingBox();
  if (box === null) throw new Error('The map is not on the page');
  const [widthMm, , heightMm] = geometry.sizes.map((voxels, axis) => {
    return voxels * (geometry.spacingMm[axis] ?? 1);
  }) as [number, number, number];
  return {
    x: (x / widthMm + 0.5) * box.width,
    y: (0.5 - z / heightMm) * box.height,
    pxPerMm: box.width / widthMm,
  };
}

/** Returns the grey level of the map at a location, as drawn. */
async function greyLevelAt(mm: Vec3): Promise<number> {
  const { x, y } = await mapSpot(mm);
  return map()
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, at) => {
        const { width, height } = canvas.getBoundingClientRect();
        const pixel = canvas
          .getContext('2d')
          ?.getImageData(
            Math.floor((at.x / width) * canvas.width),
            Math.floor((at.y / height) * canvas.height),
            1,
            1,
          );
        return pixel?.data[0] ?? Number.NaN;
      },
      { x, y },
    );
}

describe('the navigation map', () => {
  it('replaces the clock faces, shows the dark lesion, the finding and the cross', async () => {
    await page.keyboard.press('Shift+m');
    await map().waitFor();
    expect(await page.getByTestId('body-map').count()).toBe(0);
    expect(await greyLevelAt(LESION)).toBeLessThan(40);
    expect(await greyLevelAt([-18, 0, -14])).toBeGreaterThan(40);
    const circle = await page.getByTestId(`map-finding-${finding.label}`).boundingBox();
    const box = await map().boundingBox();
    const expected = await mapSpot(FINDING_MM);
    expect((circle?.x ?? 0) + (circle?.width ?? 0) / 2 - (box?.x ?? 0)).toBeCloseTo(expected.x, 0);
    expect((circle?.y ?? 0) + (circle?.height ?? 0) / 2 - (box?.y ?? 0)).toBeCloseTo(expected.y, 0);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'navigation-map');
  });

  it('moves the planes to the darkest tissue at the pressed location, at its depth', async () => {
    const spot = await mapSpot(LESION);
    await map().click({ position: spot });
    await planesDrawn(page);
    const [x, y, z] = await crossMm();
    expect(Math.hypot(x - LESION[0], z - LESION[2])).toBeLessThan(1 / spot.pxPerMm + 0.8);
    expect(Math.abs(y - LESION[1])).toBeLessThan(3);
  });

  it('moves the planes by a millimetre with the arrow keys, and announces the location', async () => {
    const before = await crossMm();
    const textBefore = await map().getAttribute('aria-valuetext');
    await map().focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(async () => (await crossMm()).map((mm, axis) => mm - (before[axis] ?? 0)))
      .toEqual([3, 0, 1].map((mm) => expect.closeTo(mm, 2)));
    const text = await map().getAttribute('aria-valuetext');
    expect(text).toMatch(/^R \d+:\d\d, \d+ mm FN, /);
    expect(text).not.toBe(textBefore);
    expect(await map().getAttribute('aria-label')).toBe('Navigation map of the right breast');
  });

  it('brightens tissue once images have shown all its depths', async () => {
    const at: Vec3 = [24, 0, 20];
    const before = await greyLevelAt(at);
    await typePosition(page, 'SAG', 'L 24');
    await expect.poll(() => greyLevelAt(at)).toBeGreaterThan(before + 20);
  });

  it('keeps its size and visibility for the reader after a reload', async () => {
    const heightOf = async () => (await map().boundingBox())?.height ?? 0;
    const small = await heightOf();
    await Promise.all([
      page.waitForResponse(
        (response) =>
          response.url().includes('/userprefs') && response.request().method() !== 'GET',
      ),
      page.getByRole('button', { name: 'Enlarge the map' }).click(),
    ]);
    await expect.poll(heightOf).toBeGreaterThan(small * 1.5);
    const large = await heightOf();
    await page.reload();
    await planesComplete(page);
    await map().waitFor();
    expect(await heightOf()).toBe(large);
    await toggle().click();
    await page.getByTestId('body-map').waitFor();
    expect(await map().count()).toBe(0);
    expect(readingPage.person.errors).toEqual([]);
  });
});
