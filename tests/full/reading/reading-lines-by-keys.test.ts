import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { tabTo } from '../../e2e/support/product/keyboard.ts';
import { planesDrawn, selectPlanes, typePosition } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';

let readingPage: ReadingPage;
let page: Page;

beforeAll(async () => {
  readingPage = await openReadingPage();
  const { records } = readingPage;
  ({ page } = readingPage);
  const studyId = await records.study(await records.patient('Lines'));
  const scan = await records.scan(studyId, 'R', speckledVolume([100, 50, 100], 0.8, []));
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await selectPlanes(page);
});
afterAll(() => readingPage?.close());

const readPosition = async (key: 'sag' | 'tra' | 'depth' | 'rad'): Promise<number> => {
  const positionText = (await page.getByTestId('view-COR').getAttribute('data-position')) ?? '';
  return Number(new RegExp(`${key}=(\\S+)`).exec(positionText)?.[1]);
};
const sliderValue = () =>
  page.evaluate(() => ({
    role: document.activeElement?.getAttribute('role'),
    value: Number(document.activeElement?.getAttribute('aria-valuenow')),
    text: document.activeElement?.getAttribute('aria-valuetext'),
  }));

describe('the keyboard alone', () => {
  it('moves between views with F6, entering at the active view, whose shortcuts then apply', async () => {
    const focusedTestId = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('F6');
    const first = (await focusedTestId()) ?? '';
    const visited = [first];
    for (let view = 0; view < 3; view += 1) {
      await page.keyboard.press('F6');
      visited.push((await focusedTestId()) ?? '');
    }
    const imageIds = ['COR', 'TRA', 'SAG', 'RAD'].map((plane) => `image-${plane}`);
    expect(visited.toSorted()).toEqual(imageIds.toSorted());
    await page.keyboard.press('F6');
    expect(await focusedTestId()).toBe(first);
    for (let view = 0; view < 4; view += 1) {
      if ((await focusedTestId()) !== 'image-TRA') await page.keyboard.press('Shift+F6');
    }
    expect(await focusedTestId()).toBe('image-TRA');
    const tra = await readPosition('tra');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => Math.abs((await readPosition('tra')) - tra)).toBeGreaterThan(0);
  });

  it('turns the radial plane by the ring of hours, and moves planes by their lines', async () => {
    await typePosition(page, 'RAD', '60°');
    const depth = await readPosition('depth');
    await page.getByTestId('image-COR').focus();
    await tabTo(page, /^Transverse line/);
    const tra = await readPosition('tra');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readPosition('tra')).toBe(tra - 1);
    await page.keyboard.press('Shift+ArrowUp');
    // Shift moves by five steps.
    await expect.poll(() => readPosition('tra')).toBe(tra - 1 + 5);
    await tabTo(page, /^Sagittal line/);
    const sag = await readPosition('sag');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => readPosition('sag')).toBe(sag + 5);
    expect(await sliderValue()).toEqual({ role: 'slider', value: sag + 5, text: 'Left 4.0 mm' });
    await page.keyboard.press('Home');
    // The first of the 100 voxels from left to right.
    await expect.poll(() => readPosition('sag')).toBe(-49.5);
    await typePosition(page, 'SAG', 'L 0');
    await page.getByTestId('image-COR').focus();
    await tabTo(page, /^Clock ring/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPosition('rad')).toBe(61);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => readPosition('rad')).toBe(61 - 5);
    expect(await sliderValue()).toEqual({ role: 'slider', value: 56, text: 'Angle 1:52 56°' });
    expect(await readPosition('depth'), 'the current slice is unchanged').toBe(depth);
    await planesDrawn(page);
    await screenshot(page, 'lines-by-keys');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('controls the image after a line was clicked with the mouse', async () => {
    await page.getByTestId('image-COR').focus();
    const box = await page.getByTestId('image-COR').boundingBox();
    if (box === null) throw new Error('No coronal is displayed');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 60);
    const depth = await readPosition('depth');
    const sag = await readPosition('sag');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readPosition('depth')).toBe(depth + 1);
    expect(await readPosition('sag')).toBe(sag);
    expect(readingPage.person.errors).toEqual([]);
  });
});
