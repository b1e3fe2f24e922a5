import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PlaneView } from '#contracts';
import {
  imageFrame,
  mmToImage,
  mmToPosition,
  subtract,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';

/** Position in a view in CSS pixels from the top left corner of the image. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const imageArea = (page: Page, plane: PlaneView) => page.getByTestId(`image-${plane}`);

/** Waits until all four planes show the full volume. */
export async function planesComplete(page: Page, limitMs = 120_000): Promise<void> {
  for (const plane of VOLUME_PLANES) {
    await page
      .locator(`[data-testid=view-${plane}][data-state=complete]`)
      .waitFor({ timeout: limitMs });
  }
  await planesDrawn(page);
}

/** Selects the layout of four planes, because a study of both sides opens with two coronal planes. */
export async function selectPlanes(page: Page, limitMs = 120_000): Promise<void> {
  await page.getByTestId('layout-four-planes').click({ timeout: limitMs });
  await planesComplete(page, limitMs);
}

/** Waits until the last drawn image of each plane shows its current position. */
export async function planesDrawn(page: Page): Promise<void> {
  await page.waitForFunction((planes) => {
    return planes.every((plane) => {
      const box = document.querySelector<HTMLElement>(`[data-testid=view-${plane}]`);
      const host = box?.querySelector<HTMLElement>('[data-drawn]');
      const position = (box?.dataset.position ?? '').replace(/[a-z]+=/g, '').split(' ');
      const drawn = host?.dataset.drawn?.split(' ') ?? [];
      // Index of the plane's own coordinate in both lists.
      const idx = { SAG: 0, TRA: 1, COR: 2, RAD: 3 }[plane];
      return position[idx] !== undefined && position[idx] === drawn[idx];
    });
  }, VOLUME_PLANES);
}

/** Types a position into the field of a plane and waits for the image. */
export async function typePosition(page: Page, plane: VolumePlane, typed: string): Promise<void> {
  const field = page.getByTestId(`position-${plane}`);
  await field.fill(typed);
  await field.press('Enter');
  await planesDrawn(page);
}

/** Moves all four planes to a point by typing the positions, relative to the nipple. */
export async function goTo(page: Page, nippleMm: Vec3, pointMm: Vec3): Promise<void> {
  const [x, , z] = subtract(pointMm, nippleMm);
  await typePosition(page, 'SAG', x >= 0 ? `L ${x}` : `R ${-x}`);
  await typePosition(page, 'TRA', z >= 0 ? `H ${z}` : `F ${-z}`);
  await typePosition(page, 'COR', String(pointMm[1]));
  await typePosition(page, 'RAD', `${((Math.atan2(x, z) * 180) / Math.PI + 360) % 360}°`);
}

/**
 * Returns the position of a patient point in its view. Images are centred, and the view states
 * their scale.
 */
export async function spotOf(
  page: Page,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  plane: VolumePlane,
  pointMm: Vec3,
): Promise<Spot & { readonly pxPerMm: number }> {
  const shown = await imageArea(page, plane).evaluate((element) => {
    const host = element.querySelector<HTMLElement>('[data-drawn]');
    const { width, height } = element.getBoundingClientRect();
    return { width, height, pxPerMm: Number(host?.dataset.drawn?.split(' ')[4]) };
  });
  const frame = imageFrame(volume, plane, nippleMm, mmToPosition(volume, nippleMm, pointMm, 0));
  const { u, v } = mmToImage(frame, pointMm);
  return {
    x: shown.width / 2 + (u - 0.5) * frame.widthMm * shown.pxPerMm,
    y: shown.height / 2 + (v - 0.5) * frame.heightMm * shown.pxPerMm,
    pxPerMm: shown.pxPerMm,
  };
}

/**
 * Returns the mean grey level (0 to 255) of the canvas in a ring around a spot; radii in CSS
 * pixels.
 */
export function meanGreyLevel(
  page: Page,
  plane: VolumePlane,
  spot: Spot,
  innerPx: number,
  outerPx: number,
): Promise<number> {
  return imageArea(page, plane).evaluate(
    (element, { x, y, innerPx, outerPx }) => {
      const box = element.getBoundingClientRect();
      let sum = 0;
      let count = 0;
      for (const canvas of element.querySelectorAll('canvas')) {
        const context = canvas.getContext('2d');
        if (context === null || canvas.width === 0) continue;
        const scale = canvas.width / box.width;
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        for (let i = 0; i < width * height; i++) {
          const distance = Math.hypot((i % width) / scale - x, Math.floor(i / width) / scale - y);
          const isTransparent = data[i * 4 + 3] === 0;
          if (distance < innerPx || distance > outerPx || isTransparent) continue;
          sum += data[i * 4] ?? 0;
          count += 1;
        }
      }
      return count === 0 ? Number.NaN : sum / count;
    },
    { ...spot, innerPx, outerPx },
  );
}

/** Returns the mean grey level of 80 × 80 pixels in the middle of the first drawn image in a cell. */
export const middleGreyLevel = (cell: Locator): Promise<number> =>
  cell.evaluate((element) => {
    for (const canvas of element.querySelectorAll('canvas')) {
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0) continue;
      const { width, height } = canvas;
      const { data } = context.getImageData(width / 2 - 40, height / 2 - 40, 80, 80);
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i] ?? 0;
      return sum / (data.length / 4);
    }
    return Number.NaN;
  });

/** Returns the first and the last spot brighter than `greyLevel` in the image row at `y`. */
export function edgesInRow(
  page: Page,
  plane: VolumePlane,
  y: number,
  greyLevel: number,
): Promise<readonly [Spot, Spot]> {
  return imageArea(page, plane).evaluate(
    (element, { y, greyLevel }) => {
      const canvas = [...element.querySelectorAll('canvas')].find(
        (candidate) => candidate.width > 0,
      );
      const context = canvas?.getContext('2d') ?? null;
      if (canvas === undefined || context === null) throw new Error('The image has no canvas');
      const scale = canvas.width / element.getBoundingClientRect().width;
      const { data } = context.getImageData(0, Math.floor(y * scale), canvas.width, 1);
      const row = Array.from({ length: canvas.width }, (_, i) => data[4 * i] ?? 0);
      const isBright = (value: number): boolean => value > greyLevel;
      const spotOfPixel = (i: number) => ({ x: (i + 0.5) / scale, y });
      return [
        spotOfPixel(row.findIndex(isBright)),
        spotOfPixel(row.findLastIndex(isBright)),
      ] as const;
    },
    { y, greyLevel },
  );
}

/** Drags inside a plane's image, with intermediate pointer moves. */
export async function drag(page: Page, plane: PlaneView, from: Spot, to: Spot): Promise<void> {
  const box = await imageArea(page, plane).boundingBox();
  if (box === null) throw new Error(`The ${plane} image is not on the page`);
  await page.mouse.move(box.x + from.x, box.y + from.y);
  await page.mouse.down();
  await page.mouse.move(box.x + (from.x + to.x) / 2, box.y + (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(box.x + to.x, box.y + to.y, { steps: 4 });
  await page.mouse.up();
}

export async function clickIn(page: Page, plane: VolumePlane, at: Spot): Promise<void> {
  await imageArea(page, plane).click({ position: at });
}

/** Reduces the coronal slab to a single slice, whose grey levels are those of the file. */
export async function coronalAsSlice(page: Page): Promise<void> {
  await imageArea(page, 'COR').focus();
  await page.keyboard.press('Alt+k');
  await page.keyboard.press('Alt+k');
  await expect.poll(() => page.getByTestId('slab-COR').textContent()).toContain('slice');
}

/** Maximises a view and restores it; waits until each size is drawn. */
export async function maximiseAndBack(page: Page, plane: VolumePlane): Promise<void> {
  const width = async (): Promise<number> =>
    (await imageArea(page, plane).boundingBox())?.width ?? 0;
  const normalWidth = await width();
  await imageArea(page, plane).focus();
  await page.keyboard.press('f');
  await expect.poll(width).toBeGreaterThan(normalWidth * 1.2);
  await settled(page);
  await page.keyboard.press('f');
  await expect.poll(width).toBe(normalWidth);
  await settled(page);
}

/** Returns the images of all canvases as data URLs, for comparison. */
export function readImages(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('[data-testid^=image-] canvas')].map(
      (canvas) => (canvas.width === 0 ? '' : canvas.toDataURL()),
    ),
  );
}

/** Returns the grey levels of each view's canvas, by test id. */
export function readGreyLevels(page: Page): Promise<Readonly<Record<string, readonly number[]>>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-testid^=image-]')].map((view) => {
        const canvas = [...view.querySelectorAll('canvas')].find(
          (candidate) => candidate.width > 0,
        );
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
        return [view.dataset.testid ?? '', [...(pixels?.data ?? [])].filter((_, i) => i % 4 === 0)];
      }),
    ),
  );
}

/** Waits until no image changes for 400 ms. */
export async function settled(page: Page): Promise<void> {
  let previous = await readImages(page);
  await expect
    .poll(
      async () => {
        const current = await readImages(page);
        const isUnchanged = current.every((image, i) => image === previous[i]);
        previous = current;
        return isUnchanged;
      },
      { interval: 400, timeout: 20_000 },
    )
    .toBe(true);
}
