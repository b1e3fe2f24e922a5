import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, visit } from './support/product/browser.ts';
import { findClippedControls, screenShare } from './support/product/screen-share.ts';
import { storedPosition } from './support/reading/client-state.ts';
import {
  middleGreyLevel,
  planesComplete,
  planesDrawn,
  settled,
  typePosition,
} from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
/** Today's study with both sides, and a scan of the right breast from a year ago. */
let studyId: string;
let right: Scan;
let left: Scan;
let prior: Scan;

const SIZES = [120, 60, 120] as const;
const SPACING_MM = 0.75;
const NIPPLE = { sag: 4, tra: -4, depth: 2, rad: 0 };
const PRIOR_NIPPLE = { sag: -6, tra: 8, depth: 2, rad: 0 };

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const patient = await records.patient('Verhoeven');
  const sphere = { atMm: [-20, 14, 18], radiusMm: 6, greyLevel: 20 } as const;
  const volume = speckledVolume(SIZES, SPACING_MM, [sphere]);
  const earlierStudy = await records.study(patient);
  prior = await records.scan(
    earlierStudy,
    'R',
    speckledVolume(SIZES, SPACING_MM, [{ ...sphere, radiusMm: 4 }], 2),
  );
  studyId = await records.study(patient);
  right = await records.scan(studyId, 'R', volume);
  left = await records.scan(studyId, 'L', speckledVolume([120, 50, 120], SPACING_MM, [], 3));
});
afterAll(() => readingPage?.close());

const cellOf = (area: string): Locator => page.locator(`[data-cell="${area}"]`);
const viewOf = (area: string): Locator => cellOf(area).locator('[data-testid^=view-]');
const layoutTab = (id: string): Locator => page.getByTestId(`layout-${id}`);
const waitUntilShown = (area: string) =>
  viewOf(area).and(page.locator('[data-state=complete]')).waitFor({ timeout: 60_000 });

/** Returns the position of a cell's view: `sag`, `tra` and `depth` in voxels, `rad` in degrees. */
async function positionOf(area: string): Promise<Record<string, number>> {
  const text = (await viewOf(area).getAttribute('data-position')) ?? '';
  return Object.fromEntries(
    text.split(' ').map((part) => {
      const [key = '', value] = part.split('=');
      return [key, Number(value)];
    }),
  );
}

const typeIn = async (area: string, typed: string): Promise<void> => {
  const field = cellOf(area).locator('[data-testid^=position-]');
  await field.fill(typed);
  await field.press('Enter');
};

async function openScan(scan: Scan): Promise<void> {
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
}

/** Returns the index of the layer at a depth in mm below the transducer face. */
const depthVoxelsOf = (depthMm: number): number => depthMm / SPACING_MM - 0.5;

/** Waits until the server has stored these plane positions for the right breast. */
const waitForStoredPosition = (planes: Readonly<Record<string, number>>): Promise<void> =>
  expect.poll(() => storedPosition(records.api, right.id)).toMatchObject(planes);

describe('the views of the reading page', () => {
  it('show both breasts first, at the same scale and depth, and move both until they are unlinked', async () => {
    await openScan(right);
    await waitUntilShown('right');
    await waitUntilShown('left');
    expect(await layoutTab('both-coronals').getAttribute('aria-pressed')).toBe('true');
    const rightBox = await cellOf('right').boundingBox();
    const leftBox = await cellOf('left').boundingBox();
    expect((rightBox?.x ?? 0) + (rightBox?.width ?? 0)).toBeLessThanOrEqual(leftBox?.x ?? 0);
    const scales = await page
      .locator('[data-drawn]')
      .evaluateAll((elements) =>
        elements.map((element) => (element as HTMLElement).dataset.drawn?.split(' ')[4]),
      );
    expect(new Set(scales).size).toBe(1);
    for (const area of ['right', 'left']) {
      const edge = (name: string) => cellOf(area).locator(`[data-edge=${name}]`).textContent();
      expect([await edge('left'), await edge('right')]).toEqual(['R', 'L']);
    }
    expect(await cellOf('right').locator('[data-edge=left-word]').textContent()).toBe('outer');
    expect(await cellOf('left').locator('[data-edge=left-word]').textContent()).toBe('inner');

    await typeIn('right', '12');
    await expect
      .poll(async () => (await positionOf('left')).depth)
      .toBeCloseTo(depthVoxelsOf(12), 2);
    await page.getByRole('button', { name: 'Unlink scans' }).click();
    await typeIn('right', '6');
    expect((await positionOf('left')).depth).toBeCloseTo(depthVoxelsOf(12), 2);
    await settled(page);
    await screenshot(page, 'both-coronals');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('select the clicked breast for reading without replacing either image', async () => {
    // An attribute set by the test shows that the elements are not replaced.
    const images = page.locator('[data-drawn]');
    await images.evaluateAll((elements) => {
      for (const element of elements) (element as HTMLElement).dataset.testTag = 'same';
    });
    const testTags = (): Promise<readonly string[]> =>
      images.evaluateAll((elements) =>
        elements.map((element) => (element as HTMLElement).dataset.testTag ?? ''),
      );
    await cellOf('left')
      .locator('[data-testid=image-COR]')
      .click({ position: { x: 300, y: 300 } });
    await page.waitForURL((url) => url.hash.includes(left.id));
    await waitUntilShown('left');
    expect(await testTags()).toEqual(['same', 'same']);
    await page.getByRole('button', { name: 'Link scans', exact: true }).click();
    await expect
      .poll(async () => (await positionOf('left')).depth)
      .toBeCloseTo((await positionOf('right')).depth ?? 0, 2);
  });

  it('change their layout by tab and by digit, and can be maximised until Escape', async () => {
    await layoutTab('four-planes').click();
    await planesComplete(page);
    expect(await viewOf('cor').getAttribute('aria-label')).toContain('L');
    await page.keyboard.press('1');
    await waitUntilShown('right');
    await page.keyboard.press('2');
    await planesComplete(page);
    const widthPx = (await cellOf('tra').boundingBox())?.width ?? 0;
    await page.keyboard.press('=');
    await expect
      .poll(async () => (await cellOf('tra').boundingBox())?.width)
      .toBeGreaterThan(widthPx);
    await settled(page);
    await screenshot(page, 'four-up');
    // Each plane fills its view, so that the wide planes are larger than the coronal.
    const scaleOf = async (area: string): Promise<number> =>
      Number(
        (await cellOf(area).locator('[data-drawn]').getAttribute('data-drawn'))?.split(' ')[4],
      );
    expect(await scaleOf('tra')).toBeGreaterThan(1.2 * (await scaleOf('cor')));
    expect(await page.getByTestId('readout-scale').textContent()).toContain(
      `${(await scaleOf('cor')).toFixed(1)} px/mm`,
    );
    await page.getByTestId('image-SAG').focus();
    await page.keyboard.press('f');
    await expect.poll(() => cellOf('sag').getAttribute('data-maximised')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => cellOf('sag').getAttribute('data-maximised')).toBe('false');
    await page.keyboard.press('2');
    await planesComplete(page);
    // An unavailable layout gives the reason and changes nothing.
    await page.keyboard.press('3');
    await page.getByText('no completed prior scan of this side').waitFor();
    await planesComplete(page);
  });

  it('have tabs for four-up and antiradial, or entries in the menu of layouts', async () => {
    const choose = async (id: string, title: string): Promise<void> => {
      if (await layoutTab(id).isVisible()) return layoutTab(id).click();
      await page.getByRole('button', { name: /^More layouts/ }).click();
      await page.getByRole('menuitem', { name: title }).click();
    };
    await choose('antiradial', 'Antiradial');
    await waitUntilShown('arad');
    await choose('four-up', '4-up');
    await waitUntilShown('tra');
    expect(await layoutTab('four-up').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('2');
    await planesComplete(page);
  });

  it('cover at least 75 % of a screen of 1920 × 1080, and their images 65 %', async () => {
    await planesDrawn(page);
    const share = await screenShare(page);
    expect(share.views).toBeGreaterThanOrEqual(0.75);
    expect(share.images).toBeGreaterThanOrEqual(0.65);
  });

  it.each([
    [1920, 1080],
    [1280, 800],
    [1024, 768],
    [3840, 2160],
  ])('clip no control on a screen of %d × %d', async (width, height) => {
    await page.setViewportSize({ width, height });
    await planesDrawn(page);
    // Tabs and menus are laid out in the frame after the resize.
    await expect.poll(() => findClippedControls(page)).toEqual([]);
    if (width < 3840) {
      await settled(page);
      await screenshot(page, `four-planes-${width}`);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
  });
});

const greyLevelOf = (area: string) => middleGreyLevel(cellOf(area));

describe('a single view', () => {
  it('can be adjusted by keyboard, reverted by Escape, saved, and is restored after a reload', async () => {
    await openScan(right);
    await waitUntilShown('right');
    await page.keyboard.press('2');
    await planesComplete(page);
    await page.getByTestId('image-COR').focus();
    const before = await greyLevelOf('cor');
    await page.keyboard.press('g');
    const panel = page.getByTestId('adjust-COR');
    await panel.waitFor();
    const brightness = panel.getByRole('textbox', { name: 'Brightness value' });
    await brightness.fill('60');
    await brightness.press('Tab');
    await expect.poll(() => greyLevelOf('cor')).toBeGreaterThan(before + 45);
    await screenshot(page, 'adjustment');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => greyLevelOf('cor')).toBeLessThan(before + 3);

    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('g');
    await brightness.fill('60');
    await brightness.press('Tab');
    await page.getByRole('button', { name: 'Apply to all views' }).click();
    const saved = async () =>
      ((await records.api.get(`/scans/${right.id}`)) as Scan).imageAdjustments.TRA?.brightness;
    await expect.poll(saved).toBe(60);
    await page.getByRole('button', { name: 'Done' }).click();
    await typePosition(page, 'COR', '11');
    await waitForStoredPosition(await positionOf('cor'));
    await openScan(right);
    await planesComplete(page);
    await expect.poll(() => greyLevelOf('cor')).toBeGreaterThan(before + 45);
    await page.keyboard.press('0');
    await expect.poll(saved).toBe(0);
  });

  it('shows the slab that its header states', async () => {
    await page.getByTestId('image-COR').focus();
    const before = await greyLevelOf('cor');
    expect(await page.getByTestId('slab-COR').textContent()).toContain('slab 2 mm mean');
    await page.keyboard.press('k');
    await expect.poll(() => page.getByTestId('slab-COR').textContent()).toContain('slab 2 mm MIP');
    await page.getByRole('button', { name: 'Slab, cine and zoom of coronal' }).click();
    await page.getByTestId('slab-panel-COR').waitFor();
    await screenshot(page, 'slab-panel');
    await page.keyboard.press('Escape');
    await page.getByTestId('slab-panel-COR').waitFor({ state: 'detached' });
    await expect.poll(() => greyLevelOf('cor')).toBeGreaterThan(before + 4);
    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('0');
    await expect.poll(() => page.getByTestId('slab-COR').textContent()).toContain('slab 2 mm mean');
  });

  it('plays its slices with Space and stops at any input', async () => {
    await typePosition(page, 'COR', '10');
    await page.getByTestId('image-COR').focus();
    const depth = async () => (await positionOf('cor')).depth ?? 0;
    const startDepth = await depth();
    await page.keyboard.press('Space');
    await expect.poll(depth).toBeGreaterThan(startDepth + 3);
    await page.mouse.move(400, 500);
    await page.mouse.wheel(0, 100);
    // The wheel event takes effect a moment later; while playing, no two samples show the same
    // position.
    let lastDepth = Number.NaN;
    const isStill = async (): Promise<boolean> => {
      const previousDepth = lastDepth;
      lastDepth = await depth();
      return lastDepth === previousDepth;
    };
    await expect.poll(isStill, { interval: 400 }).toBe(true);
    expect(await page.getByText(/\d+ % viewed/).count()).toBeGreaterThan(0);
  });

  it('turns the radial plane by the clock ring, and moves a plane by its reference line', async () => {
    const ring = page.getByTestId('ring-hand');
    const circle = await ring.evaluate((element) => {
      const box = (element as SVGCircleElement).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, r: box.width / 2 };
    });
    await page.mouse.move(circle.x + circle.r * Math.SQRT1_2, circle.y - circle.r * Math.SQRT1_2);
    await page.mouse.down();
    await page.mouse.move(circle.x + circle.r * 0.9, circle.y, { steps: 4 });
    await page.mouse.move(circle.x + circle.r, circle.y + 2, { steps: 2 });
    await page.mouse.up();
    await expect
      .poll(async () => Math.abs(((await positionOf('cor')).rad ?? 0) - 90))
      .toBeLessThan(2);
    await page.keyboard.press(']');
    await expect.poll(async () => (await positionOf('cor')).rad).toBeGreaterThan(90.2);

    const before = await positionOf('tra');
    const line = await page.getByTestId('image-TRA').evaluate((element) => {
      const path = element.querySelector('[data-testid=line-SAG] path');
      const box = path?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 30 };
    });
    await page.mouse.move(line.x + 3, line.y);
    await page.mouse.down();
    await page.mouse.move(line.x + 40, line.y, { steps: 5 });
    await page.mouse.up();
    const after = await positionOf('tra');
    expect(after.sag).toBeGreaterThan((before.sag ?? 0) + 3);
    expect(after.tra).toBe(before.tra);
    expect(after.depth).toBe(before.depth);
  });

  it('stops at its last slice with tissue by wheel, key and slider, where the planes may meet outside the image', async () => {
    // The covered radius of 45 mm lies at the edge of the volume, whose last voxel is half a voxel
    // before it.
    const last = (SIZES[0] - 1) / 2;
    const readout = page.getByTestId('readout-location');
    const sag = async () => (await positionOf('sag')).sag;
    const tra = async () => (await positionOf('tra')).tra;
    await page.getByTestId('image-SAG').hover();
    // With Shift the wheel moves five slices at a time.
    await page.keyboard.down('Shift');
    for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, 100);
    await page.keyboard.up('Shift');
    await expect.poll(sag).toBe(last);
    await page.mouse.move(2, 2);
    await page.getByTestId('image-TRA').focus();
    await page.keyboard.press('End');
    await expect.poll(tra).toBe(last);
    await page.keyboard.press('ArrowDown');
    await planesDrawn(page);
    expect([await sag(), await tra()]).toEqual([last, last]);
    await expect.poll(() => readout.textContent()).toBe('Outside the image');
    expect(await page.getByTestId('readout-mm').count()).toBe(0);
    const slider = cellOf('tra').locator('footer input[type=range]');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(tra).toBe(-last);
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
    expect([await sag(), await tra()]).toEqual([last, -last]);
    await page.keyboard.press('End');
    await expect.poll(tra).toBe(last);
    await typePosition(page, 'TRA', 'H 0');
    await expect.poll(() => readout.textContent()).not.toBe('Outside the image');
  });

  it('restores its state after a reload and on another machine', async () => {
    await typePosition(page, 'COR', '21');
    await typePosition(page, 'SAG', 'L 9');
    await page.keyboard.press('Shift+L');
    const before = await positionOf('cor');
    await waitForStoredPosition(before);
    const other = await visit(readingPage.browser);
    await signIn(other.page, readingPage.product.url, 'physician');
    await other.page.goto(scanAddress(readingPage.product, right.studyId, right.id));
    await planesComplete(other.page);
    const otherPosition = () => other.page.getByTestId('view-COR').getAttribute('data-position');
    await expect.poll(otherPosition).toContain(`depth=${before.depth?.toFixed(3)}`);
    expect(await otherPosition()).toContain(`sag=${before.sag?.toFixed(3)}`);
    await other.close();
  });
});

describe('the comparison with a prior scan', () => {
  const note = () => page.getByTestId('compare-note').textContent();

  it('asks for the missing nipples, and moves each scan separately', async () => {
    await page.getByTestId('prior-picker').click();
    await page.getByRole('menuitem').first().click();
    await waitUntilShown('cor');
    await waitUntilShown('prior-cor');
    await expect.poll(() => note()).toContain('set the nipple in both scans');
    const before = await positionOf('prior-tra');
    await typeIn('tra', 'H 9');
    await settled(page);
    expect(await positionOf('prior-tra')).toEqual(before);
    await screenshot(page, 'comparison-not-linked');
    await typeIn('cor', '10');
    await waitForStoredPosition({ depth: Number(depthVoxelsOf(10).toFixed(3)) });
  });

  it('links both scans at their nipples once these are set', async () => {
    await records.nipple(right.id, NIPPLE);
    await records.nipple(prior.id, PRIOR_NIPPLE);
    await openScan(right);
    await waitUntilShown('cor');
    await waitUntilShown('prior-cor');
    expect(await page.getByTestId('compare-note').count()).toBe(0);
    await typeIn('tra', 'H 9');
    const offsetFromNipple = async (area: string, nipple: typeof NIPPLE) =>
      ((await positionOf(area)).tra ?? 0) - nipple.tra;
    // 9 mm at 0.75 mm per voxel.
    await expect.poll(() => offsetFromNipple('prior-tra', PRIOR_NIPPLE)).toBeCloseTo(12, 2);
    expect(await offsetFromNipple('tra', NIPPLE)).toBeCloseTo(12, 2);
    await settled(page);
    await screenshot(page, 'comparison');
  });

  it('says in the linked scan where its volume ends', async () => {
    const endNote = page.getByTestId('link-end');
    expect(await endNote.count()).toBe(0);
    const before = await positionOf('tra');
    await cellOf('tra').getByTestId('image-TRA').focus();
    await page.keyboard.press(PRIOR_NIPPLE.tra > NIPPLE.tra ? 'End' : 'Home');
    await endNote.first().waitFor();
    await screenshot(page, 'comparison-end');
    await typeIn('tra', 'H 9');
    await endNote.first().waitFor({ state: 'detached' });
    expect(await positionOf('tra')).toEqual(before);
  });

  it('shows the location under the pointer in the other planes of both scans without redrawing them', async () => {
    const ghostCursor = (area: string) => cellOf(area).getByTestId('ghost-cursor');
    const middle = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return [
        (box?.x ?? 0) + (box?.width ?? 0) / 2,
        (box?.y ?? 0) + (box?.height ?? 0) / 2,
      ] as const;
    };
    const nipplePx = (area: string) =>
      middle(cellOf(area).locator('[data-testid=nipple-mark] circle').first());
    await settled(page);
    const mutationLog = await page.evaluateHandle(() => {
      const mutations: MutationRecord[] = [];
      const observer = new MutationObserver((records) => mutations.push(...records));
      observer.observe(document.body, { subtree: true, attributeFilter: ['data-drawn'] });
      return mutations;
    });
    const [x, y] = await nipplePx('cor');
    await page.mouse.move(x + 60, y - 40, { steps: 12 });
    for (const area of ['tra', 'prior-cor', 'prior-tra']) {
      await expect.poll(() => ghostCursor(area).isVisible()).toBe(true);
    }
    expect(await ghostCursor('cor').isVisible()).toBe(false);
    const priorNipplePx = await nipplePx('prior-cor');
    const cursorPx = await middle(ghostCursor('prior-cor'));
    expect(cursorPx[0] - priorNipplePx[0]).toBeCloseTo(60, 0);
    expect(cursorPx[1] - priorNipplePx[1]).toBeCloseTo(-40, 0);
    await screenshot(page, 'ghost-cursor');
    expect(await mutationLog.evaluate((mutations) => mutations.length)).toBe(0);
    await page.keyboard.press('e');
    await expect.poll(() => ghostCursor('tra').isVisible()).toBe(false);
    await page.keyboard.press('e');
    await expect.poll(() => ghostCursor('tra').isVisible()).toBe(true);
    await page.mouse.move(5, 5);
    await expect.poll(() => ghostCursor('tra').isVisible()).toBe(false);
  });

  it('is not linked with a volume of another size, and states both sizes', async () => {
    const patient = await records.patient('Jansen');
    const earlierStudy = await records.study(patient);
    const smaller = await records.scan(
      earlierStudy,
      'L',
      speckledVolume([100, 60, 120], SPACING_MM, []),
    );
    const currentStudy = await records.study(patient);
    const current = await records.scan(currentStudy, 'L', speckledVolume(SIZES, SPACING_MM, []));
    for (const { id } of [smaller, current]) await records.nipple(id, NIPPLE);
    await openScan(current);
    await planesComplete(page);
    // The comparison is available once the prior scans are loaded.
    await page.getByTestId('prior-picker').waitFor();
    await page.keyboard.press('3');
    await waitUntilShown('prior-cor');
    await expect.poll(() => note()).toContain('120 × 60 × 120 and 100 × 60 × 120');
    expect(readingPage.person.errors).toEqual([]);
  });
});
