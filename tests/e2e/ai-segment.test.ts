import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan, ScanFile } from '#contracts';
import { mmToImage, type Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { layeredVolume } from './support/reading/layered-volume.ts';
import { findingsOf, onPage, sheetOf } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { storeVolumeInDb } from './support/reading/store-volume-in-db.ts';
import { scanAddress } from './support/reading/test-records.ts';

/** Cut by every plane when the page opens. */
const LESION: Vec3 = [2, 18, 1];
const RADIUS_MM = 7;
const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: LESION, radiusMm: RADIUS_MM, greyLevel: 12 },
]);

let readingPage: ReadingPage;
let page: Page;
let scan: Scan;
let address: string;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ page } = readingPage);
  const { product, records } = readingPage;
  await page.setViewportSize({ width: 1280, height: 800 });
  const study = await records.study(await records.patient('Segment'));
  scan = await records.scan(study, 'R', volume);
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
  await storeVolumeInDb(product, scan.id, volume);
  address = scanAddress(product, study, scan.id);
  await page.goto(address);
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const api = () => readingPage.records.api;
const card = () => page.getByTestId('ai-segment');
const findings = () => findingsOf(api(), scan);
const files = async (category: string, { id } = scan) => {
  const query = `scanId=${id}&fileCategory=${category}`;
  return ((await api().get(`/scanfiles?${query}`)) as { items: ScanFile[] }).items;
};
/** Pixels of the layers of a plane that are not transparent. */
const drawnPixels = (plane: string) =>
  page.getByTestId(`overlay-voxels-${plane}`).evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const context = canvas.getContext('2d');
    const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count += 1;
    return count;
  });

async function clickAt(plane: 'COR' | 'TRA' | 'SAG', mm: Vec3): Promise<void> {
  const sheet = await sheetOf(page, plane, volume.geometry);
  const at = await onPage(sheet, mmToImage(sheet.frame, mm));
  await page.mouse.click(at.x, at.y);
}

describe('AI Segment in the planes', () => {
  it('outlines a lesion in every plane after one click, with three sizes and the volume', async () => {
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    const started = performance.now();
    await clickAt('TRA', LESION);
    await card().getByRole('button', { name: 'Accept as finding' }).waitFor();
    console.log(`AI Segment: first outline ${Math.round(performance.now() - started)} ms`);
    for (const plane of ['COR', 'TRA', 'SAG', 'RAD']) {
      await expect.poll(() => drawnPixels(plane), { message: plane }).toBeGreaterThan(50);
    }
    const text = (await card().textContent()) ?? '';
    const sizes = /([\d.]+) × ([\d.]+) × ([\d.]+) mm/.exec(text)?.slice(1).map(Number) ?? [];
    expect(sizes).toHaveLength(3);
    for (const mm of sizes) expect(Math.abs(mm - 2 * RADIUS_MM)).toBeLessThan(3);
    const ml = Number(/Volume ([\d.]+) ml/.exec(text)?.[1]);
    expect(Math.abs(ml - 1.44)).toBeLessThan(0.5);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'ai-segment');
  });

  it('takes clicks back, moves the border and is stored only when accepted', async () => {
    const sizesText = () => card().locator('b + span + span').textContent();
    const before = await sizesText();
    await clickAt('TRA', [LESION[0] + 2, LESION[1], LESION[2]]);
    await card().getByRole('button', { name: 'Undo click' }).waitFor();
    await card().getByRole('button', { name: 'Undo click' }).click();
    await expect.poll(sizesText).toBe(before);
    const slider = card().getByRole('slider');
    await slider.focus();
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
    await expect.poll(sizesText).not.toBe(before);
    expect(await findings()).toEqual([]);
  });

  it('becomes a finding of the reader with sizes, contours and files', async () => {
    await card().getByRole('button', { name: 'Accept as finding' }).click();
    await page.getByText('The segmentation is a finding of yours').waitFor();
    const list = await findings();
    const own = list.find(({ generator }) => generator.id === 'USER') as Finding;
    const proposal = list.find(({ generator }) => generator.id === 'AI') as Finding;
    expect(own.massLengthUm).toBeGreaterThan(10_000);
    expect(own.note).toMatch(/^AI Segment: volume [\d.]+ ml$/);
    expect(
      Object.values(own.marks)
        .map(({ planeView }) => planeView)
        .sort(),
    ).toEqual(['COR', 'SAG', 'TRA']);
    expect(proposal.ai).toMatchObject({
      decision: { kind: 'ACCEPTED' },
      model: { use: 'research' },
    });
    expect((await files('SEGMENT_MASK')).map(({ fileName }) => fileName)).toEqual([
      `${proposal.id}.nrrd`,
    ]);
    expect((await files('CONTOURS')).map(({ fileName }) => fileName)).toEqual([
      `${proposal.id}.json`,
    ]);
    await expect.poll(() => card().count()).toBe(0);
    await screenshot(page, 'ai-segment-accepted');
  });

  it('is drawn in every plane from the stored mask after a reload, until the layer is off', async () => {
    await page.reload();
    await planesComplete(page);
    for (const plane of ['COR', 'TRA', 'SAG', 'RAD']) {
      await expect.poll(() => drawnPixels(plane), { message: plane }).toBeGreaterThan(50);
    }
    await page.keyboard.press('q');
    await expect.poll(() => page.getByTestId('overlay-voxels-TRA').count()).toBe(0);
    await page.keyboard.press('q');
    await expect.poll(() => drawnPixels('TRA')).toBeGreaterThan(50);
  });

  it('leaves the planes when another reader rejects it', async () => {
    const proposal = (await findings()).find(({ generator }) => generator.id === 'AI');
    const path = `/findings/${proposal?.id}/actions/decideAi`;
    await api().send('POST', path, { decision: 'REJECTED', reason: 'SHADOW' });
    await expect.poll(() => page.getByTestId('overlay-voxels-TRA').count()).toBe(0);
    await api().send('POST', path, { decision: 'ACCEPTED', reason: null });
    await expect.poll(() => drawnPixels('TRA')).toBeGreaterThan(50);
  });

  it('starts from a length of the reader as a diameter', async () => {
    const sheet = await sheetOf(page, 'TRA', volume.geometry);
    const end = (dx: number) =>
      onPage(sheet, mmToImage(sheet.frame, [LESION[0] + dx, LESION[1], LESION[2]]));
    const [from, to] = [await end(-RADIUS_MM), await end(RADIUS_MM)];
    await page.keyboard.press('m');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Shift+U');
    await card().getByRole('button', { name: 'Accept as finding' }).waitFor();
    await card().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => card().count()).toBe(0);
  });

  it('outlines a lesion in 3D where the volume does not state its dynamic range', async () => {
    const { product, records } = readingPage;
    const study = await records.study(await records.patient('Grey'));
    const layered = layeredVolume([110, 50, 120], 0.8, { atMm: LESION, radiusMm: RADIUS_MM });
    const imported = await records.scan(study, 'R', layered);
    await page.goto(scanAddress(product, study, imported.id));
    await planesComplete(page);
    await page.keyboard.press('u');
    const accept = card().getByRole('button', { name: 'Accept as finding' });
    const started = performance.now();
    await clickAt('COR', LESION);
    await accept.waitFor({ timeout: 60_000 });
    console.log(`AI Segment from slices: ${Math.round(performance.now() - started)} ms`);
    await card()
      .getByText(/^Joined from [3-6] of 6 slices/)
      .waitFor();
    for (const plane of ['COR', 'TRA', 'SAG', 'RAD']) {
      await expect.poll(() => drawnPixels(plane), { message: plane }).toBeGreaterThan(50);
    }
    await clickAt('SAG', [LESION[0], LESION[1], LESION[2] + 1.2 * RADIUS_MM]);
    await card().getByRole('button', { name: 'Undo click' }).click();
    await screenshot(page, 'ai-segment-from-slices');
    await accept.click();
    await expect.poll(async () => (await findingsOf(records.api, imported)).length).toBe(2);
    const stored = await findingsOf(records.api, imported);
    const own = stored.find(({ generator }) => generator.id === 'USER');
    const proposal = stored.find(({ generator }) => generator.id === 'AI');
    for (const um of [own?.massLengthUm, own?.massWidthUm, own?.massHeightUm]) {
      expect(Math.abs((um ?? 0) / 1_000 - 2 * RADIUS_MM)).toBeLessThan(3);
    }
    const ml = Number(/volume ([\d.]+) ml$/.exec(own?.note ?? '')?.[1]);
    expect(Math.abs(ml - 1.44)).toBeLessThan(0.5);
    expect(
      Object.values(own?.marks ?? {})
        .map(({ planeView }) => planeView)
        .sort(),
    ).toEqual(['COR', 'SAG', 'TRA']);
    expect(proposal?.ai).toMatchObject({ model: { name: 'segmenter2d', use: 'research' } });
    const masks = await files('SEGMENT_MASK', imported);
    expect(masks.map(({ fileName }) => fileName)).toEqual([`${proposal?.id}.nrrd`]);
    const contours = await files('CONTOURS', imported);
    expect(contours.map(({ fileName }) => fileName)).toEqual([`${proposal?.id}.json`]);
    // The acceptance can overtake the thumbnail of the proposal, which is then dropped.
    const isLateThumbnail = (error: string) => /412 .*\/thumbnail/.test(error);
    expect(readingPage.person.errors.filter((error) => !isLateThumbnail(error))).toEqual([]);
  });
});
