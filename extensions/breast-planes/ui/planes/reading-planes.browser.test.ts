import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingBrowser, readingBrowser } from '../test-support/open-page.ts';
import { BALL_MM, phantomNippleMm } from '../test-support/phantom.ts';

const PLANES = ['COR', 'TRA', 'SAG', 'RAD'] as const;
type Plane = (typeof PLANES)[number];
const PLANE_MOVED =
  "Won't save annotation. User moved to new plane before the annotation is completed.";

let browser: ReadingBrowser;
/** Page with a right breast, shared by several tests in sequence. */
let page: Page;
beforeAll(async () => {
  browser = await readingBrowser();
  page = await browser.open('?side=R');
  await waitFor(page, 'complete');
});
afterAll(async () => {
  await browser?.close();
});

/** Polls with a long timeout, because a busy machine responds slowly. */
const eventually = <T>(read: () => T, interval = 50) =>
  expect.poll(read, { timeout: 15_000, interval });

const view = (page: Page, plane: Plane) => page.locator(`[data-testid=view-${plane}]`);
const imageLocator = (page: Page, plane: Plane) => page.locator(`[data-testid=image-${plane}]`);

async function waitFor(page: Page, state: string): Promise<void> {
  for (const plane of PLANES) {
    await page.waitForSelector(`[data-testid=view-${plane}][data-state=${state}]`);
  }
}

/** Types a position and waits until its image is rendered. */
async function goTo(page: Page, plane: Plane, typed: string): Promise<void> {
  const field = page.locator(`[data-testid=position-${plane}]`);
  await field.fill(typed);
  await field.press('Enter');
  await waitUntilDrawn(page);
}

/** Waits until every plane has rendered its current position. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction((planes) => {
    return planes.every((plane) => {
      const box = document.querySelector<HTMLElement>(`[data-testid=view-${plane}]`);
      const host = box?.querySelector<HTMLElement>('[data-drawn]');
      const positions = (box?.dataset.position ?? '').replace(/[a-z]+=/g, '').split(' ');
      const index = { SAG: 0, TRA: 1, COR: 2, RAD: 3 }[plane];
      const requested = positions[index];
      return requested !== undefined && requested === host?.dataset.drawn?.split(' ')[index];
    });
  }, PLANES);
}

interface Spot {
  /**
   * Centre of the bright pixels, measured from the view's centre in CSS pixels; null if no pixel is
   * bright.
   */
  readonly x: number | null;
  readonly y: number | null;
  readonly pxPerMm: number;
}

/** Returns the position of the bright ball, read from the pixels of the plane's canvas. */
function brightSpot(page: Page, plane: Plane): Promise<Spot> {
  return imageLocator(page, plane).evaluate((element) => {
    const host = element.querySelector<HTMLElement>('[data-drawn]');
    const pxPerMm = Number(host?.dataset.drawn?.split(' ')[4]);
    let sumX = 0;
    let sumY = 0;
    let count = 0;
    for (const canvas of element.querySelectorAll('canvas')) {
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0) continue;
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let pixel = 0; pixel < width * height; pixel++) {
        if ((data[pixel * 4] ?? 0) < 180) continue;
        sumX += (pixel % width) + 0.5 - width / 2;
        sumY += Math.floor(pixel / width) + 0.5 - height / 2;
        count += 1;
      }
    }
    if (count === 0) return { x: null, y: null, pxPerMm };
    return { x: sumX / count, y: sumY / count, pxPerMm };
  });
}

/**
 * Returns the ball's offset from the centre of an image in mm. Orientations: coronal with +x at the
 * right and the head at the top, transverse with +x at the right, sagittal with the head at the
 * left, radial with the rim at the right.
 */
function expectedOffset(plane: Plane): readonly [number, number] {
  const [x, y, z] = BALL_MM;
  // The volume is 45 mm deep.
  const depth = y - 22.5;
  if (plane === 'COR') return [x, -z];
  if (plane === 'TRA') return [x, depth];
  if (plane === 'SAG') return [-z, depth];
  const nipple = phantomNippleMm();
  return [Math.hypot(x - nipple[0], z - nipple[2]), depth];
}

/** Moves every plane through the centre of the ball by typed positions. */
async function goToBall(page: Page): Promise<void> {
  const [x, y, z] = BALL_MM;
  const nipple = phantomNippleMm();
  const clockDeg = (Math.atan2(x - nipple[0], z - nipple[2]) * 180) / Math.PI;
  await goTo(page, 'SAG', `R ${nipple[0] - x}`);
  await goTo(page, 'TRA', `H ${z - nipple[2]}`);
  await goTo(page, 'COR', String(y));
  await goTo(page, 'RAD', `${clockDeg}°`);
}

/**
 * Expects the ball at its position in every plane, and the given orientation markers on the
 * coronal.
 */
const expectBallInPosition = async (target: Page, markers: string): Promise<void> => {
  await goToBall(target);
  for (const plane of PLANES) {
    const spot = await brightSpot(target, plane);
    const [right, down] = expectedOffset(plane);
    expect(Math.abs((spot.x ?? Number.NaN) - right * spot.pxPerMm), `${plane} across`).toBeLessThan(
      1.5,
    );
    expect(Math.abs((spot.y ?? Number.NaN) - down * spot.pxPerMm), `${plane} down`).toBeLessThan(
      1.5,
    );
  }
  expect(await target.locator('[data-testid=letters-COR]').textContent()).toBe(markers);
};

describe('the four planes in a browser', () => {
  it('show a ball in a right breast at its position, neither mirrored nor stretched', async () => {
    await expectBallInPosition(page, 'HFRLouterinner');
  });

  it('show coarse voxels first, then full voxels at the same position, in a left breast', async () => {
    const left = await browser.open('?side=L&hold=1');
    await waitFor(left, 'coarse');
    await expectBallInPosition(left, 'HFRLinnerouter');
    // Measuring is rejected until the full level is loaded.
    await left.keyboard.press('m');
    const box = await imageLocator(left, 'TRA').boundingBox();
    await left.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
    await left.mouse.down();
    await left.mouse.move((box?.x ?? 0) + 260, (box?.y ?? 0) + 100);
    await left.mouse.up();
    await left.getByText(/^The mark can’t be saved while the image is loading/).waitFor();
    expect(await left.locator('[data-testid=mark-1]').count()).toBe(0);
    await left.getByText('Let the full level through').click();
    await waitFor(left, 'complete');
    await expectBallInPosition(left, 'HFRLinnerouter');
    await left.close();
  });

  it('zoom together and keep the tissue under the pointer and the linked position in place', async () => {
    await goToBall(page);
    const coronal = await brightSpot(page, 'COR');
    const sagittal = await brightSpot(page, 'SAG');
    const box = await imageLocator(page, 'COR').boundingBox();
    await page.mouse.move(
      (box?.x ?? 0) + (box?.width ?? 0) / 2 + (coronal.x ?? 0),
      (box?.y ?? 0) + (box?.height ?? 0) / 2 + (coronal.y ?? 0),
    );
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const scale = async () => (await brightSpot(page, 'SAG')).pxPerMm;
    await eventually(scale).toBeCloseTo(coronal.pxPerMm * Math.SQRT2, 2);
    for (const [plane, initial] of [
      ['COR', coronal],
      ['SAG', sagittal],
    ] as const) {
      const zoomed = await brightSpot(page, plane);
      const acrossPx = (zoomed.x ?? Number.NaN) - (initial.x ?? Number.NaN);
      const downPx = (zoomed.y ?? Number.NaN) - (initial.y ?? Number.NaN);
      expect(Math.abs(acrossPx), `${plane} across`).toBeLessThan(2);
      expect(Math.abs(downPx), `${plane} down`).toBeLessThan(2);
    }
    await page.keyboard.press('0');
    await eventually(scale).toBeCloseTo(coronal.pxPerMm, 2);
  });

  it('scroll by wheel, Shift+wheel and Home, and follow a click in another plane', async () => {
    await goToBall(page);
    const depth = async () =>
      Number(
        /depth=(\S+)/.exec((await view(page, 'COR').getAttribute('data-position')) ?? '')?.[1],
      );
    const start = await depth();
    await imageLocator(page, 'COR').hover();
    await page.mouse.wheel(0, 100);
    await eventually(depth).toBeCloseTo(start + 1, 3);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 100);
    await page.keyboard.up('Shift');
    await eventually(depth).toBeCloseTo(start + 6, 3);
    for (let notch = 0; notch < 12; notch++) await page.mouse.wheel(0, 100);
    await eventually(depth).toBeCloseTo(start + 18, 3);
    await waitUntilDrawn(page);
    // 9 mm below the centre of the ball, which has a radius of 4 mm.
    expect((await brightSpot(page, 'COR')).x).toBeNull();
    await imageLocator(page, 'COR').focus();
    await page.keyboard.press('Home');
    await eventually(depth).toBe(0);
    const box = await imageLocator(page, 'TRA').boundingBox();
    const { pxPerMm } = await brightSpot(page, 'TRA');
    const [, down] = expectedOffset('TRA');
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) / 2 + down * pxPerMm,
    );
    await eventually(depth).toBeCloseTo(start, 0);
  });
});

describe('a length in a browser', () => {
  it('becomes a finding with its location as text, hides with H, is undone, and is rejected when the plane moves', async () => {
    await goToBall(page);
    const { pxPerMm } = await brightSpot(page, 'TRA');
    const box = await imageLocator(page, 'TRA').boundingBox();
    const [right, down] = expectedOffset('TRA');
    /** Returns the screen position at a distance in mm to the right of the ball's centre. */
    const pointAt = (mm: number) => ({
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2 + (right + mm) * pxPerMm,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2 + down * pxPerMm,
    });
    await imageLocator(page, 'TRA').focus();
    await page.keyboard.press('m');
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(pointAt(from).x, pointAt(from).y);
      await page.mouse.down();
      await page.mouse.move(pointAt(to).x, pointAt(to).y, { steps: 3 });
      await page.mouse.up();
    };
    await drag(-4, 4);
    const row = page.locator('[data-testid=finding-1]');
    await row.waitFor();
    // 22 mm right of and 15 mm above the nipple: 304° on the clock, 26.6 mm away.
    expect(await row.locator('[data-testid=finding-location]').textContent()).toBe(
      'R 10:00 · 27 mm FN · depth 14 mm',
    );
    const size = await row.locator('[data-testid=finding-size]').textContent();
    expect(Number.parseFloat(size ?? '')).toBeCloseTo(8, 0);
    expect(await page.locator('[data-testid=mark-1]').count()).toBe(1);
    await page.keyboard.down('h');
    await page.waitForSelector('[data-testid=overlay-TRA]', { state: 'detached' });
    await page.keyboard.up('h');
    await page.waitForSelector('[data-testid=overlay-TRA]');

    // Escape cancels after a single click; two clicks draw a mark.
    await page.mouse.click(pointAt(0).x, pointAt(0).y);
    await page.keyboard.press('Escape');
    await page.mouse.move(pointAt(10).x, pointAt(10).y);
    expect(await page.locator('[data-testid=mark-preview]').count()).toBe(0);
    // Shift keeps a mark near the selected finding separate.
    await page.keyboard.down('Shift');
    await page.mouse.click(pointAt(-6).x, pointAt(-6).y + 40);
    await page.mouse.click(pointAt(6).x, pointAt(6).y + 40);
    await page.keyboard.up('Shift');
    await page.locator('[data-testid=finding-2]').waitFor();
    await page.keyboard.press('z');
    await page.waitForSelector('[data-testid=finding-2]', { state: 'detached' });

    await page.mouse.move(pointAt(-6).x, pointAt(-6).y);
    await page.mouse.down();
    await page.mouse.move(pointAt(6).x, pointAt(6).y);
    await page.mouse.wheel(0, 100);
    await waitUntilDrawn(page);
    await page.mouse.up();
    await page.getByText(PLANE_MOVED).waitFor();
    expect(await page.locator('[data-testid=finding-2]').count()).toBe(0);
    // The mark is hidden on the next slice.
    expect(await page.locator('[data-testid=mark-1]').count()).toBe(0);
    await page.keyboard.press('n');
    await page.waitForSelector('[data-testid=mark-1]');
  });
});

describe('a lost graphics context in a browser', () => {
  it('shows a banner and is restored automatically with the same image', async () => {
    await goToBall(page);
    const initial = await brightSpot(page, 'COR');
    const lost = await page.evaluate(() => {
      const { loseGraphics } = window as unknown as { loseGraphics?: () => void };
      loseGraphics?.();
      return loseGraphics !== undefined;
    });
    expect(lost).toBe(true);
    await page.getByText('The graphics card was reset').first().waitFor();
    await page.getByText('The graphics card was reset').first().waitFor({ state: 'detached' });
    await goTo(page, 'COR', '16');
    await goTo(page, 'COR', String(BALL_MM[1]));
    const restored = await brightSpot(page, 'COR');
    expect(restored.x).toBeCloseTo(initial.x ?? Number.NaN, 0);
    expect(restored.y).toBeCloseTo(initial.y ?? Number.NaN, 0);
  });
});

describe('a graphics context lost during a volume load', () => {
  it('is restored with the full volume that was loaded meanwhile', async () => {
    const delayedPage = await browser.open('?side=L&hold=1');
    const errors: string[] = [];
    delayedPage.on('pageerror', (error) => errors.push(error.message));
    await waitFor(delayedPage, 'coarse');
    await delayedPage.evaluate(() => {
      (window as unknown as { loseGraphics?: () => void }).loseGraphics?.();
    });
    await delayedPage.getByText('Let the full level through').click();
    await waitFor(delayedPage, 'complete');
    await expectBallInPosition(delayedPage, 'HFRLinnerouter');
    expect(errors).toEqual([]);
    await delayedPage.close();
  });
});

describe('a browser without WebGL 2', () => {
  it('shows the reason and slices of the scan in each view, and keeps the findings available', async () => {
    const failedPage = await browser.open('?side=R&no-graphics=1');
    await waitFor(failedPage, 'failed');
    for (const plane of PLANES) {
      const slice = failedPage.locator(`[data-testid=slice-${plane}]`);
      await slice.waitFor();
      // The middle slices contain speckle with grey levels of about 70.
      await eventually(() =>
        slice.evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
          let sum = 0;
          for (let pixel = 0; pixel < width * height; pixel++) sum += data[pixel * 4] ?? 0;
          return sum / (width * height) > 30;
        }),
      ).toBe(true);
    }
    expect(await failedPage.getByText('This browser can’t display volumes').count()).toBe(4);
    expect(await failedPage.getByText('No findings yet.').count()).toBe(1);
    await failedPage.close();
  });
});

describe('the nipple in a browser', () => {
  it('is set by a single click and immediately becomes the reference of every location', async () => {
    const { pxPerMm } = await brightSpot(page, 'COR');
    await page.locator('[data-testid=nipple-chip] button').click();
    await page.getByRole('button', { name: 'Set the nipple again' }).click();
    const box = await imageLocator(page, 'COR').boundingBox();
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) / 2 - 10 * pxPerMm,
    );
    // The nipple is now on the axis and 10 mm up; the centre of the length is 20 mm to the right of
    // the nipple.
    await page
      .getByText(/\b9:00 · 20 mm FN · depth 14 mm/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await page.locator('[data-nipple=set]').count()).toBe(1);
  });
});

describe('raw frames in a browser', () => {
  it('have true proportions, step by key and wrap around during playback', async () => {
    const raw = await browser.open('?side=R&kind=RAW');
    const shown = raw.locator('[data-testid=view-RAW]');
    await raw.waitForSelector('[data-testid=view-RAW][data-state=complete]');
    const greyLevel = () =>
      raw.locator('[data-testid=raw-canvas]').evaluate((element) => {
        const context = (element as HTMLCanvasElement).getContext('2d');
        return context?.getImageData(40, 30, 1, 1).data[0];
      });
    expect(await greyLevel()).toBe(40);
    // 80 × 0.5 mm by 60 × 0.25 mm.
    const box = await raw.locator('[data-testid=raw-canvas]').boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(40 / 15, 2);
    await raw.locator('[data-testid=image-RAW]').focus();
    await raw.keyboard.press('.');
    await raw.keyboard.press('.');
    await eventually(() => shown.getAttribute('data-frame')).toBe('2');
    await eventually(greyLevel).toBe(80);
    await raw.keyboard.press(' ');
    await eventually(() => shown.getAttribute('data-frame'), 20).toBe('0');
    await raw.keyboard.press(' ');
    expect(await raw.locator('[data-testid=raw-words]').textContent()).toContain('of 6');
    await raw.close();
  });
});
