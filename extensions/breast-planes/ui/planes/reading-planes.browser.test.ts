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
  await drawn(page);
}

/** Waits until every plane has rendered its current position. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction((planes) => {
    return planes.every((plane) => {
      const box = document.querySelector<HTMLElement>(`[data-testid=view-${plane}]`);
      const host = box?.querySelector<HTMLElement>('[data-drawn]');
      const at = (box?.dataset.position ?? '').replace(/[a-z]+=/g, '');
      const key = { SAG: 0, TRA: 1, COR: 2, RAD: 3 }[plane];
      const [now, last] = [at.split(' ')[key], host?.dataset.drawn?.split(' ')[key]];
      return now !== undefined && now === last;
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
    let [sumX, sumY, count] = [0, 0, 0];
    for (const canvas of element.querySelectorAll('canvas')) {
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0) continue;
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < width * height; at++) {
        if ((data[at * 4] ?? 0) < 180) continue;
        sumX += (at % width) + 0.5 - width / 2;
        sumY += Math.floor(at / width) + 0.5 - height / 2;
        count += 1;
      }
    }
    if (count === 0) return { x: null, y: null, pxPerMm };
    return { x: sumX / count, y: sumY / count, pxPerMm };
  });
}

/**
 * Returns the ball's offset from the centre of an image in mm, with the orientations of the
 * decisions: coronal +x right and head up; transverse +x right; sagittal head left; radial outward
 * right.
 */
function expectedOffset(plane: Plane): readonly [number, number] {
  const [x, y, z] = BALL_MM;
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
    expect(Math.abs((spot.x ?? 999) - right * spot.pxPerMm), `${plane} across`).toBeLessThan(1.5);
    expect(Math.abs((spot.y ?? 999) - down * spot.pxPerMm), `${plane} down`).toBeLessThan(1.5);
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
    const before = await brightSpot(page, 'COR');
    const sagittal = await brightSpot(page, 'SAG');
    const box = await imageLocator(page, 'COR').boundingBox();
    await page.mouse.move(
      (box?.x ?? 0) + (box?.width ?? 0) / 2 + (before.x ?? 0),
      (box?.y ?? 0) + (box?.height ?? 0) / 2 + (before.y ?? 0),
    );
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const scale = async () => (await brightSpot(page, 'SAG')).pxPerMm;
    await eventually(scale).toBeCloseTo(before.pxPerMm * Math.SQRT2, 2);
    for (const [plane, old] of [
      ['COR', before],
      ['SAG', sagittal],
    ] as const) {
      const now = await brightSpot(page, plane);
      expect(Math.abs((now.x ?? 999) - (old.x ?? 0)), `${plane} across`).toBeLessThan(2);
      expect(Math.abs((now.y ?? 999) - (old.y ?? 0)), `${plane} down`).toBeLessThan(2);
    }
    await page.keyboard.press('0');
    await eventually(scale).toBeCloseTo(before.pxPerMm, 2);
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
    await drawn(page);
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
    const at = (mm: number) => ({
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2 + (right + mm) * pxPerMm,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2 + down * pxPerMm,
    });
    await imageLocator(page, 'TRA').focus();
    await page.keyboard.press('m');
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(at(from).x, at(from).y);
      await page.mouse.down();
      await page.mouse.move(at(to).x, at(to).y, { steps: 3 });
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
    await page.mouse.click(at(0).x, at(0).y);
    await page.keyboard.press('Escape');
    await page.mouse.move(at(10).x, at(10).y);
    expect(await page.locator('[data-testid=mark-preview]').count()).toBe(0);
    await page.mouse.click(at(-6).x, at(-6).y + 40);
    await page.mouse.click(at(6).x, at(6).y + 40);
    await page.locator('[data-testid=finding-2]').waitFor();
    await page.keyboard.press('z');
    await page.waitForSelector('[data-testid=finding-2]', { state: 'detached' });

    await page.mouse.move(at(-6).x, at(-6).y);
    await page.mouse.down();
    await page.mouse.move(at(6).x, at(6).y);
    await page.mouse.wheel(0, 100);
    await drawn(page);
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
    const before = await brightSpot(page, 'COR');
    const lost = await page.evaluate(() => {
      const loser = (window as unknown as { loseGraphics?: () => void }).loseGraphics;
      loser?.();
      return loser !== undefined;
    });
    expect(lost).toBe(true);
    await page.getByText('The graphics card was reset').first().waitFor();
    await page.getByText('The graphics card was reset').first().waitFor({ state: 'detached' });
    await goTo(page, 'COR', '16');
    await goTo(page, 'COR', String(BALL_MM[1]));
    const after = await brightSpot(page, 'COR');
    expect(after.x).toBeCloseTo(before.x ?? 0, 0);
    expect(after.y).toBeCloseTo(before.y ?? 0, 0);
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
  it('shows the next step and slices of the scan in each view, and keeps the findings available', async () => {
    const bare = await browser.open('?side=R&no-graphics=1');
    await waitFor(bare, 'failed');
    for (const plane of PLANES) {
      const slice = bare.locator(`[data-testid=slice-${plane}]`);
      await slice.waitFor();
      // The middle slices contain speckle with grey levels of about 70.
      await eventually(() =>
        slice.evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
          let sum = 0;
          for (let at = 0; at < width * height; at++) sum += data[at * 4] ?? 0;
          return sum / (width * height) > 30;
        }),
      ).toBe(true);
    }
    expect(await bare.getByText('This browser can’t display volumes').count()).toBe(4);
    expect(await bare.getByText('No findings yet.').count()).toBe(1);
    await bare.close();
  });
});

describe('the nipple in a browser', () => {
  it('is set by a single click and immediately becomes the reference of every location', async () => {
    const { pxPerMm } = await brightSpot(page, 'COR');
    await page.locator('[data-testid=nipple-chip] button').click();
    await page.getByRole('button', { name: 'Set the nipple again' }).click();
    const box = await imageLocator(page, 'COR').boundingBox();
    const [middleX, middleY] = [(box?.width ?? 0) / 2, (box?.height ?? 0) / 2];
    await page.mouse.click((box?.x ?? 0) + middleX, (box?.y ?? 0) + middleY - 10 * pxPerMm);
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
