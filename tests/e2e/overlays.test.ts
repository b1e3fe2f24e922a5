import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension, writeNewExtension } from '#build';
import { type Vec3, VOLUME_PLANES, type VolumePlane } from '#geometry';
import { screenshot } from './support/product/browser.ts';
import { testSite } from './support/product/product.ts';
import { goTo, planesComplete, typePosition } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress } from './support/reading/test-records.ts';

const SPACING_MM = 0.75;
/** Off every axis, so that a mirrored or transposed layer is detected. */
const BALL_MM: Vec3 = [-20, 14, 18];
const BALL_GREY = 20;

let folder: string;
let readingPage: ReadingPage;
let page: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-overlays-'));
  const extension = join(folder, 'dark-voxels');
  await writeNewExtension(extension, 'org.example.dark-voxels', 'panel');
  const { integrity } = await buildExtension(extension);
  const tool = join(folder, 'caliper');
  await writeNewExtension(tool, 'org.example.caliper', 'tool');
  const builtTool = await buildExtension(tool);
  const thirdParty = [
    { folder: extension, integrity },
    { folder: tool, integrity: builtTool.integrity },
  ];
  readingPage = await openReadingPage(testSite({ thirdParty }));
  const { records } = readingPage;
  page = readingPage.page;
  const studyId = await records.study(await records.patient('Achterberg'));
  const ball = { atMm: BALL_MM, radiusMm: 6, greyLevel: BALL_GREY };
  const scan = await records.scan(studyId, 'R', speckledVolume([120, 60, 120], SPACING_MM, [ball]));
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await planesComplete(page);
  await goTo(page, [0, 0, 0], BALL_MM);
});
afterAll(async () => {
  await readingPage?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Drawn {
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

/** Radius in CSS pixels around the layer in which the ball of the image lies; the rim is as dark. */
const BALL_PX = 60;

/**
 * Returns the number and the mean location, in CSS pixels of the view, of the pixels that a canvas
 * draws: the layer, or the dark ball of the image within `BALL_PX` of a location.
 */
const drawnIn = (plane: VolumePlane, kind: 'image' | 'layer', near?: Drawn): Promise<Drawn> =>
  page.evaluate(
    ([plane, kind, ballGrey, ballPx, near]) => {
      const area = document.querySelector(`[data-testid=image-${plane}]`);
      const selector =
        kind === 'image' ? '.cornerstone-canvas' : `[data-testid=overlay-voxels-${plane}]`;
      const canvas = area?.querySelector<HTMLCanvasElement>(selector);
      const context2d = canvas?.getContext('2d');
      if (!area || !canvas || !context2d) return { count: 0, x: 0, y: 0 };
      const { data, width, height } = context2d.getImageData(0, 0, canvas.width, canvas.height);
      const box = canvas.getBoundingClientRect();
      const origin = area.getBoundingClientRect();
      let [count, x, y] = [0, 0, 0];
      for (let n = 0; n < width * height; n++) {
        const isDrawn =
          kind === 'layer'
            ? (data[n * 4 + 3] ?? 0) > 0
            : Math.abs((data[n * 4] ?? 0) - ballGrey) <= 4;
        const column = (n % width) + 0.5;
        const row = Math.floor(n / width) + 0.5;
        const atX = box.left - origin.left + (column * box.width) / width;
        const atY = box.top - origin.top + (row * box.height) / height;
        if (!isDrawn || (near && Math.hypot(atX - near.x, atY - near.y) > ballPx)) continue;
        count += 1;
        x += atX;
        y += atY;
      }
      return { count, x: x / count, y: y / count };
    },
    [plane, kind, BALL_GREY, BALL_PX, near] as const,
  );

/** Returns number and mean location, in CSS pixels of the view, of the orange pixels in 3D. */
const orangeIn3d = () =>
  page.getByTestId('image-3D').evaluate((area) => {
    const canvas = area.querySelector('canvas');
    const origin = area.getBoundingClientRect();
    const { width, height } = origin;
    if (!canvas || canvas.width === 0) return { count: 0, x: 0, y: 0, width, height };
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const box = canvas.getBoundingClientRect();
    let [count, x, y] = [0, 0, 0];
    for (let n = 0; n < canvas.width * canvas.height; n++) {
      const [red = 0, green = 0, blue = 0] = [data[n * 4], data[n * 4 + 1], data[n * 4 + 2]];
      if (!(red - blue > 30 && red > green)) continue;
      count += 1;
      x += box.left - origin.left + (((n % canvas.width) + 0.5) * box.width) / canvas.width;
      y +=
        box.top - origin.top + ((Math.floor(n / canvas.width) + 0.5) * box.height) / canvas.height;
    }
    return { count, x: x / count, y: y / count, width, height };
  });

const layer = (plane: VolumePlane) => page.getByTestId(`overlay-voxels-${plane}`);
const pxPerMm = async (plane: VolumePlane): Promise<number> => {
  const host = page.getByTestId(`image-${plane}`).locator('[data-drawn]').first();
  return Number((await host.getAttribute('data-drawn'))?.split(' ')[4]);
};

/** Expects the layer of a plane over the ball of its image, within half a voxel. */
async function expectOverBall(plane: VolumePlane): Promise<void> {
  await expect.poll(async () => (await drawnIn(plane, 'layer')).count).toBeGreaterThan(100);
  const drawn = await drawnIn(plane, 'layer');
  const image = await drawnIn(plane, 'image', drawn);
  const halfVoxelPx = (SPACING_MM / 2) * (await pxPerMm(plane));
  expect(image.count).toBeGreaterThan(100);
  expect(Math.abs(drawn.x - image.x)).toBeLessThanOrEqual(halfVoxelPx);
  expect(Math.abs(drawn.y - image.y)).toBeLessThanOrEqual(halfVoxelPx);
}

describe('a layer that an extension draws', () => {
  it('lies within half a voxel of the tissue in all planes, also after zoom and maximising', async () => {
    await page.getByRole('button', { name: 'Show dark voxels' }).click();
    for (const plane of VOLUME_PLANES) await expectOverBall(plane);
    await screenshot(page, 'extension-layer');
    const before = await pxPerMm('TRA');
    await page.getByTestId('image-TRA').focus();
    await page.keyboard.press('f');
    await expect.poll(() => pxPerMm('TRA')).not.toBe(before);
    await expectOverBall('TRA');
    await screenshot(page, 'extension-layer-maximised');
    await page.keyboard.press('f');
    await planesComplete(page);
  });

  it('is drawn only in slices that show it', async () => {
    await typePosition(page, 'TRA', 'F 20');
    await expect.poll(async () => (await drawnIn('TRA', 'layer')).count).toBe(0);
    expect((await drawnIn('SAG', 'layer')).count).toBeGreaterThan(100);
    await typePosition(page, 'TRA', 'H 18');
    await expectOverBall('TRA');
  });

  it('is hidden and shown by its shortcut, and with all overlays while H is held', async () => {
    await page.keyboard.press('Shift+O');
    await layer('COR').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+O');
    await layer('COR').waitFor();
    await page.keyboard.down('h');
    await layer('COR').waitFor({ state: 'detached' });
    await page.keyboard.up('h');
    await layer('COR').waitFor();
  });

  it('is part of a saved image with marks, and not of an image without', async () => {
    const orangeShare = async (key: string): Promise<number> => {
      const download = page.waitForEvent('download');
      await page.getByTestId('image-TRA').focus();
      await page.keyboard.press(key);
      const bytes = readFileSync(await (await download).path());
      return page.evaluate(async (base64) => {
        // The content security policy of the product forbids `fetch` of a data address.
        const saved = new Image();
        saved.src = `data:image/png;base64,${base64}`;
        await saved.decode();
        const context2d = new OffscreenCanvas(saved.width, saved.height).getContext('2d');
        if (context2d === null) throw new Error('No 2D context');
        context2d.drawImage(saved, 0, 0);
        const { data } = context2d.getImageData(0, 0, saved.width, saved.height);
        let orange = 0;
        for (let n = 0; n < data.length; n += 4) {
          const [red = 0, green = 0, blue = 0] = [data[n], data[n + 1], data[n + 2]];
          if (red > 100 && green > 60 && blue < 60 && red - blue > 80) orange += 1;
        }
        return orange / (data.length / 4);
      }, bytes.toString('base64'));
    };
    expect(await orangeShare('Alt+s')).toBeGreaterThan(0.01);
    expect(await orangeShare('Alt+Shift+S')).toBe(0);
  });

  it('is a surface at the place of its tissue in the 3D view', async () => {
    await page.getByTestId('layout-space').click();
    const view = page.getByTestId('image-3D');
    await expect
      .poll(async () => (await orangeIn3d()).count, { timeout: 60_000 })
      .toBeGreaterThan(50);
    await screenshot(page, 'extension-layer-space');
    const pxPerMm3d = await view.locator('svg path').evaluateAll((paths) => {
      const bar = paths.map((path) => /^M[^v]*v5h([\d.]+)v-5$/.exec(path.getAttribute('d') ?? ''));
      const px = bar.flatMap((match) => (match === null ? [] : [Number(match[1])]))[0] ?? 0;
      const text = [...document.querySelectorAll('[data-testid=image-3D] svg text')]
        .map((element) => /^(\d+) mm$/.exec(element.textContent ?? ''))
        .flatMap((match) => (match === null ? [] : [Number(match[1])]))[0];
      return px / (text ?? Number.NaN);
    });
    // From the front: patient left on the right of the image, head at the top.
    await page.getByRole('button', { name: 'Front', exact: true }).click();
    const offMm = async (): Promise<number> => {
      const { x, y, width, height } = await orangeIn3d();
      const [right, up] = [(x - width / 2) / pxPerMm3d, (height / 2 - y) / pxPerMm3d];
      return Math.hypot(right - BALL_MM[0], up - BALL_MM[2]);
    };
    // A drawn voxel is 1.5 mm without a graphics card.
    await expect.poll(offMm, { timeout: 20_000 }).toBeLessThan(1.5);
    await page.keyboard.press('Shift+O');
    await expect.poll(async () => (await orangeIn3d()).count).toBe(0);
    await page.keyboard.press('Shift+O');
    await page.getByTestId('layout-four-planes').click();
    await planesComplete(page);
  });

  it('leaves with the button, and the extension’s command adds a finding in the tissue', async () => {
    await page.getByRole('button', { name: 'Hide dark voxels' }).click();
    for (const plane of VOLUME_PLANES) await layer(plane).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Mark the darkest voxel');
    await page.getByRole('option', { name: 'Mark the darkest voxel' }).waitFor();
    await page.keyboard.press('Enter');
    const mark = page.locator('[data-testid=marks-COR] [data-mark-id]');
    await expect.poll(() => page.locator('[data-finding-id]').count()).toBeGreaterThan(0);
    expect(await mark.count()).toBeLessThanOrEqual(1);
    await screenshot(page, 'extension-mark');
    expect(readingPage.person.errors).toEqual([]);
  });
});

describe('a tool that an extension draws with', () => {
  it('draws its marks with its own shapes and length, also after a reload', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Caliper', exact: true }).click();
    const area = await page.getByTestId('image-TRA').boundingBox();
    if (area === null) throw new Error('The transverse view is not shown');
    const from = { x: area.x + area.width * 0.5, y: area.y + area.height * 0.5 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 10, { steps: 4 });
    await page.mouse.move(from.x + 80, from.y + 20, { steps: 4 });
    await page.mouse.up();
    const expected = (Math.hypot(80, 20) / (await pxPerMm('TRA'))).toFixed(1);
    const label = page.getByTestId('marks-TRA').getByText(`${expected} mm`);
    await label.first().waitFor();
    await screenshot(page, 'extension-tool');
    await page.reload();
    await planesComplete(page);
    await page.getByTestId('marks-TRA').getByText(`${expected} mm`).first().waitFor();
    expect(readingPage.person.errors).toEqual([]);
  });
});
