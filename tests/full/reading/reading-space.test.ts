import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Mark, Scan } from '#contracts';
import { markCentreMm } from '#findings';
import {
  antiradialMm,
  clockAngleDeg,
  imageFrame,
  lengthMm,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  type Vec3,
} from '#geometry';
import { aLengthMark } from '#testing';
import { mmToSample } from '../../../extensions/scanner/model/index.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { rawRecords, SWEEPS, stlVertices } from '../../e2e/support/reading/raw-records.ts';
import { settled } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';

const NAME = 'Verhoeven';
const SPHERE = { atMm: [-20, 14, 12], radiusMm: 5, greyLevel: 235 } as const;
const CYST = { atMm: [14, 18, -16], radiusMm: 6, greyLevel: 1 } as const;
/** Height that the finding states for the cyst. */
const CYST_HEIGHT_MM = 11;
const NIPPLE: PlanePosition = { sag: 2, tra: -2, depth: 3, rad: 0 };
const volume = speckledVolume([120, 56, 120], 0.75, [SPHERE, CYST]);
/** Every single degree around the sphere, besides every tenth. */
const DEGS_OF_SPHERE = [296, 297, 298, 299, 301, 302, 303, 304];
const MISSING_DEG = 200;
/** Angles in degrees of the raw frames. */
const DEGS = [...Array.from({ length: 36 }, (_, n) => n * 10), ...DEGS_OF_SPHERE]
  .filter((deg) => deg !== MISSING_DEG)
  .sort((a, b) => a - b);
/** Number of radii of the skin's height map, and their distance. */
const RADII = 96;
const STEP_MM = 0.44;
/** Depth of the skin in mm by degree and radius: a shallow bowl with two waves around the axis. */
const skin = new Float32Array(360 * RADII).map((_, index) => {
  const radiusMm = (index % RADII) * STEP_MM;
  const deg = Math.floor(index / RADII);
  const bowlMm = 2.5 + (radiusMm * radiusMm) / 160;
  return bowlMm + (Math.sin((deg * Math.PI) / 90) * radiusMm) / 40;
});

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let right: Scan;
let left: Scan;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const studyId = await records.study(await records.patient(NAME));
  right = await records.scan(studyId, 'R', volume);
  left = await records.scan(studyId, 'L', speckledVolume([60, 30, 60], 1.5, [], 3));
  await records.nipple(right.id, NIPPLE);
  const raw = rawRecords(readingPage.product, records);
  await raw.sweeps(right.id, 'R', volume, DEGS);
  await raw.skin(right.id, STEP_MM, skin);
  await addFinding();
});
afterAll(() => readingPage?.close());

/** Adds a length of 12 mm across the cyst in the transverse plane. */
async function addFinding(): Promise<void> {
  const { geometry } = volume;
  const nippleMm = positionToMm(geometry, NIPPLE);
  const position = mmToPosition(geometry, nippleMm, CYST.atMm, 0);
  const frame = imageFrame(geometry, 'TRA', nippleMm, position);
  const v = (CYST.atMm[1] - frame.originMm[1]) / frame.heightMm;
  const u = (CYST.atMm[0] - frame.originMm[0]) / frame.widthMm;
  const half = 6 / frame.widthMm;
  const start = { u: u - half, v };
  const end = { u: u + half, v };
  const mark = aLengthMark({ planeView: 'TRA', frame, ...position, start, end });
  await records.finding(right.id, mark, {
    massLengthUm: 12_000,
    massWidthUm: 10_000,
    massHeightUm: CYST_HEIGHT_MM * 1_000,
  });
}

async function open(scan: Scan, layout: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
  await page.getByTestId(`layout-${layout}`).click({ timeout: 60_000 });
}

/** Allows for a busy machine. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

const waitForComplete = (view: string) =>
  page.locator(`[data-testid=view-${view}][data-state=complete]`).waitFor({ timeout: 60_000 });
const dataOf = (view: string, key: string): Promise<string> =>
  page.getByTestId(`view-${view}`).evaluate((element, name) => element.dataset[name] ?? '', key);
const cameraDirectionOf = async (view: string): Promise<Vec3> => {
  const values = (await dataOf(view, 'camera')).split(' ').map(Number);
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
};

/**
 * Returns the share of a view's canvas that is not black, and a checksum that distinguishes images.
 */
const readCanvas = (
  view: string,
): Promise<{ readonly litShare: number; readonly checksum: number }> =>
  page.getByTestId(`image-${view}`).evaluate((element) => {
    const canvas = element.querySelector('canvas');
    const context = canvas?.getContext('2d') ?? null;
    if (canvas === null || context === null || canvas.width === 0) {
      return { litShare: 0, checksum: 0 };
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let litCount = 0;
    let checksum = 0;
    // Reads the first of the four bytes of each pixel.
    for (let index = 0; index < data.length; index += 4) {
      const red = data[index] ?? 0;
      if (red > 12) litCount += 1;
      checksum = (checksum + red * ((index % 9973) + 1)) % 2 ** 40;
    }
    return { litShare: litCount / (data.length / 4), checksum };
  });

/**
 * Checks on a small screen, with the findings panel open, that every control of a view's header can
 * be clicked.
 */
async function expectHeaderComplete(view: string): Promise<void> {
  const sizeBefore = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 720 });
  await settled(page);
  await screenshot(page, `space-small-${view}`);
  const clippedCount = await page
    .locator(`[data-testid=view-${view}] header`)
    .evaluate((header) => {
      const { right } = header.getBoundingClientRect();
      const buttons = [...header.querySelectorAll('button')];
      return buttons.filter((button) => button.getBoundingClientRect().right > right).length;
    });
  expect(clippedCount, `clipped buttons of ${view}`).toBe(0);
  if (sizeBefore !== null) await page.setViewportSize(sizeBefore);
  await settled(page);
}

const nearestDeg = (requestedDeg: number): number =>
  [...DEGS].sort((a, b) => Math.abs(a - requestedDeg) - Math.abs(b - requestedDeg))[0] ??
  Number.NaN;

async function planesAt(): Promise<Vec3> {
  const text = await dataOf('COR', 'position');
  const values = Object.fromEntries(
    text.split(' ').map((part) => [part.split('=')[0], Number(part.split('=')[1])]),
  );
  const { sag = 0, tra = 0, depth = 0, rad = 0 } = values;
  return positionToMm(volume.geometry, { sag, tra, depth, rad });
}

describe('the 3D view of the breast', () => {
  it('is drawn, turns by mouse, keyboard and camera presets, and shows the findings', async () => {
    await open(right, 'space');
    await waitForComplete('3D');
    await settled(page);
    const first = await readCanvas('3D');
    expect(first.litShare).toBeGreaterThan(0.05);
    await screenshot(page, 'space-volume');

    const directionBefore = await cameraDirectionOf('3D');
    const box = await page.getByTestId('image-3D').boundingBox();
    if (box === null) throw new Error('The image is not on the page');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 20, { steps: 4 });
    await page.mouse.up();
    await poll(() => cameraDirectionOf('3D')).not.toEqual(directionBefore);
    await settled(page);
    expect((await readCanvas('3D')).checksum).not.toBe(first.checksum);

    await page.getByTestId('image-3D').focus();
    await page.keyboard.press('Home');
    await poll(() => cameraDirectionOf('3D')).toEqual([0, -1, 0]);
    expect(await page.getByTestId('words-3D').textContent()).toBe('from the front');
    await page.keyboard.press('ArrowRight');
    // A key turns the camera by 10°, whose sine is 0.174.
    await poll(async () => Math.round((await cameraDirectionOf('3D'))[0] * 1000)).toBe(174);
    await page.getByRole('button', { name: 'From the head' }).click();
    await poll(() => cameraDirectionOf('3D')).toEqual([0, 0, 1]);

    await page.getByTestId('space-finding-1').click();
    await poll(() => page.getByTestId('space-finding-1').getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Front', exact: true }).click();
    await page.getByRole('button', { name: 'Plane images' }).click();
    await page.keyboard.press('Escape');
    await settled(page);
    await screenshot(page, 'space-planes');
    await expectHeaderComplete('3D');
  });

  it('exports skin, nipple and lesions as meshes in true millimetres', async () => {
    await page.getByTestId('layout-skin').click();
    await waitForComplete('SURFACE');
    await settled(page);
    expect((await readCanvas('SURFACE')).litShare).toBeGreaterThan(0.1);
    await screenshot(page, 'space-surface');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /STL/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`breast-R-${right.id.slice(0, 8)}-surface.stl`);
    const bytes = readFileSync(await file.path());
    expect(bytes.includes(NAME)).toBe(false);
    const { header, points } = stlVertices(bytes);
    expect(header).toMatch(/^Clockface mm LPS side R scan R /);
    // Vertices that lie on the height map, within a thousandth of a millimetre.
    const onSkin = points.filter(([x, y, z]) => {
      const radiusIdx = Math.round(Math.hypot(x, z) / STEP_MM);
      const deg = Math.round(clockAngleDeg(x, z)) % 360;
      const skinMm = skin[deg * RADII + radiusIdx] ?? Number.NaN;
      return radiusIdx > 0 && Math.abs(skinMm - y) < 1e-3;
    });
    // Two triangles with three corners each lie between neighbouring radii and degrees.
    const cornerCount = 3 * 2 * 360 * (RADII - 2);
    expect(onSkin.length).toBeGreaterThanOrEqual(cornerCount);
    const maxOf = (values: readonly number[]): number =>
      values.reduce((max, value) => Math.max(max, value), 0);
    const maxRadiusMm = maxOf(points.map(([x, , z]) => Math.hypot(x, z)));
    expect(maxRadiusMm).toBeCloseTo((RADII - 1) * STEP_MM, 3);
    const imageFile = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /PNG/ }).click();
    const png = readFileSync(await (await imageFile).path());
    // The first bytes of every PNG file.
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(png.length).toBeGreaterThan(20_000);

    await expectHeaderComplete('SURFACE');
    // The mesh of the lesion has the stated height; the cyst is the deepest part.
    const deepestMm = maxOf(points.map(([, y]) => y));
    expect(deepestMm).toBeCloseTo(CYST.atMm[1] + CYST_HEIGHT_MM / 2, 1);
  });

  it('states the next step for a scan without skin', async () => {
    await open(left, 'skin');
    await page.locator('[data-testid=view-SURFACE][data-state=empty]').waitFor();
    expect(await page.getByTestId('view-SURFACE').textContent()).toMatch(
      /no skin surface.*was imported.*Show the 3D volume/,
    );
    await screenshot(page, 'space-no-skin');
    expect(readingPage.person.errors).toEqual([]);
  });
});

describe('raw frames', () => {
  it('are shown beside the coronal plane with their lines, and move to a typed angle', async () => {
    await open(right, 'raw-sweeps');
    for (const view of ['CEN', 'PER', 'COR']) await waitForComplete(view);
    await page.getByTestId('position-CEN').fill('10:02');
    await page.getByTestId('position-CEN').press('Enter');
    for (const sweep of ['CEN', 'PER']) {
      await poll(() => dataOf(sweep, 'deg')).toBe('301');
      await waitForComplete(sweep);
      expect(await page.getByTestId(`raw-line-${sweep}`).getAttribute('data-deg')).toBe('301');
    }
    expect(await page.getByTestId('note-CEN').textContent()).toBe('Frames missing: at 200°');
    await page.getByTestId('position-PER').fill('200°');
    await page.getByTestId('position-PER').press('Enter');
    await poll(() => page.getByTestId('note-PER').textContent()).toBe(
      'No frame at 200°; the nearest is at 190°.',
    );
    await page.getByTestId('image-CEN').focus();
    await page.keyboard.press('ArrowRight');
    await poll(() => dataOf('CEN', 'deg')).toBe('210');
  });

  it('move the planes to a clicked location, within a voxel', async () => {
    await page.getByTestId('position-CEN').fill('301°');
    await page.getByTestId('position-CEN').press('Enter');
    for (const sweep of ['CEN', 'PER'] as const) {
      // The plane of the second sweep passes beside the axis: another of its frames contains the
      // location.
      const { line, sample, clockDeg } = mmToSample(SWEEPS[sweep], SPHERE.atMm);
      await poll(() => dataOf(sweep, 'deg')).toBe(String(nearestDeg(clockDeg)));
      expect(Math.abs(nearestDeg(clockDeg) - clockDeg)).toBeLessThan(1);
      await waitForComplete(sweep);
      const canvas = await page.getByTestId(`canvas-${sweep}`).boundingBox();
      if (canvas === null) throw new Error('No frame is displayed');
      await page.mouse.click(
        canvas.x + ((line + 0.5) / SWEEPS[sweep].lines) * canvas.width,
        canvas.y + ((sample + 0.5) / SWEEPS[sweep].samples) * canvas.height,
      );
      await poll(async () => {
        const [x, y, z] = await planesAt();
        return Math.hypot(x - SPHERE.atMm[0], y - SPHERE.atMm[1], z - SPHERE.atMm[2]);
      }).toBeLessThan(0.75);
    }
    await settled(page);
    await screenshot(page, 'space-raw');
  });

  it('store a length with the image of the frame and in true millimetres', async () => {
    await page.keyboard.press('m');
    const per = await page.getByTestId('canvas-PER').boundingBox();
    if (per === null) throw new Error('No frame is displayed');
    const pxPerMm = per.width / (SWEEPS.PER.lines * SWEEPS.PER.lateralPitchMm);
    const y = per.y + per.height / 2;
    await page.mouse.move(per.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(per.x + 60 + 10 * pxPerMm, y, { steps: 4 });
    await page.mouse.up();
    const marksOf = async (): Promise<readonly Mark[]> => {
      const { items } = (await records.api.get(`/scans/${right.id}/findings`)) as {
        items: readonly Finding[];
      };
      return items.flatMap(({ marks }) => Object.values(marks));
    };
    const markOnFrame = async () => (await marksOf()).find(({ planeView }) => planeView === 'PER');
    await poll(markOnFrame).toBeDefined();
    const mark = await markOnFrame();
    const [start, end] = mark?.markViewParams.points ?? [];
    if (mark === undefined || start === undefined || end === undefined)
      throw new Error('Expected a mark');
    expect(lengthMm(mark.frame, start, end)).toBeCloseTo(10, 0);
    expect(mark.rad).toBe(Number(await dataOf('PER', 'deg')));
    const { clockDeg } = mmToSample(SWEEPS.PER, markCentreMm(mark));
    expect(Math.abs(clockDeg - mark.rad)).toBeLessThan(0.01);
    await page.keyboard.press('v');
  });

  it('follow a click in the coronal plane to the frame nearest to the location', async () => {
    const cor = await page.getByTestId('image-COR').boundingBox();
    if (cor === null) throw new Error('No coronal is displayed');
    await page.mouse.click(cor.x + cor.width / 2 + 60, cor.y + cor.height / 2 - 40);
    const [x, , z] = await planesAt();
    await poll(() => dataOf('CEN', 'deg')).toBe(String(nearestDeg(clockAngleDeg(x, z))));
    expect(readingPage.person.errors).toEqual([]);
  });
});

describe('the antiradial plane', () => {
  it('lies at the typed distance from the nipple, shows its line on two planes and rejects marks', async () => {
    await page.keyboard.press('Escape');
    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('8');
    await waitForComplete('ARAD');
    await page.getByTestId('position-RAD').fill('300°');
    await page.getByTestId('position-RAD').press('Enter');
    await page.getByTestId('position-ARAD').fill('24');
    await page.getByTestId('position-ARAD').press('Enter');
    await poll(() => dataOf('ARAD', 'distance')).toBe('24.000');
    const text = await dataOf('COR', 'position');
    const [sag, tra, depth, rad] = text.split(' ').map((part) => Number(part.split('=')[1]));
    const position = { sag: sag ?? 0, tra: tra ?? 0, depth: depth ?? 0, rad: rad ?? 0 };
    const nippleMm = positionToMm(volume.geometry, NIPPLE);
    expect(rad).toBe(300);
    expect(antiradialMm(volume.geometry, nippleMm, position)).toBeCloseTo(24, 2);
    expect(await page.getByTestId('line-ARAD').count()).toBe(2);

    await page.keyboard.press('m');
    await page.getByTestId('image-ARAD').click({ position: { x: 120, y: 80 } });
    await page.getByText('Marks can’t be saved on this plane.').first().waitFor();
    await page.keyboard.press('Escape');
    await settled(page);
    await screenshot(page, 'space-antiradial');
    expect(readingPage.person.errors).toEqual([]);
  });
});
