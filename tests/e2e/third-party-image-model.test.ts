import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '#build';
import type { Finding, FrameProposal, Mark, Scan } from '#contracts';
import { markCentreMm } from '#findings';
import { distance, imageToMm, type Vec3 } from '#geometry';
import { LESION_CLIP, lesionClipFile, lesionFrame } from '#testing/files';
import { sampleToMm } from '../../extensions/scanner/model/index.ts';
import { provider } from '../fixtures/third-party/image-model/src/detector.ts';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { type ImportedStudy, importStudy } from './support/product/import-study.ts';
import { testSite } from './support/product/product.ts';
import { findingsOf } from './support/reading/marks.ts';
import { rawRecords, SWEEPS } from './support/reading/raw-records.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress } from './support/reading/test-records.ts';

const { columns, rows, pixelMm, ellipse } = LESION_CLIP;
const { CEN } = SWEEPS;
const DEG = 60;
/** Centre of a dark ball in the central frame at 60°. */
const LESION: Vec3 = sampleToMm(CEN, DEG, { line: 47.5, sample: 40 });

let folder: string;
let readingPage: ReadingPage;
let page: Page;
let clip: ImportedStudy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-image-model-'));
  cpSync(join(import.meta.dirname, '../fixtures/third-party/image-model'), folder, {
    recursive: true,
  });
  const { integrity } = await buildExtension(folder);
  readingPage = await openReadingPage(testSite({ thirdParty: [{ folder, integrity }] }));
  ({ page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  clip = await importStudy(readingPage.product, 'Clip', {
    name: 'clip.dcm',
    bytes: lesionClipFile(),
  });
  await page.goto(scanAddress(readingPage.product, clip.studyId, clip.scanId));
  await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
  await page.getByRole('tab', { name: /^AI/ }).click();
});
afterAll(async () => {
  await readingPage?.close();
  rmSync(folder, { recursive: true, force: true });
});

const panel = () => page.getByTestId('ai-panel');
const proposals = () => panel().locator('[data-testid^="proposal-"]');
const menu = () => page.getByRole('button', { name: 'Other models, right breast' });
const drawn = () => page.getByTestId('marks-IMG').locator('path[stroke="#FF5733"]');
const findings = () => findingsOf(readingPage.records.api, { id: clip.scanId });

/** Runs the model on the shown image and waits for its findings. */
async function run(count: number, read: () => Promise<readonly Finding[]> = findings) {
  await menu().click();
  await page.getByRole('menuitem', { name: 'Darkest square, on the shown image' }).click();
  await expect.poll(async () => (await read()).length).toBe(count);
}

async function showFrame(number: number): Promise<void> {
  await page.getByTestId('image-RAW').focus();
  await page.keyboard.press('.');
  await page
    .getByTestId('raw-words')
    .filter({ hasText: `${number} of 3` })
    .waitFor();
  await page.locator('[data-testid=view-RAW][data-state=complete]').waitFor();
}

/** Returns what the model proposes in a frame of the clip, counted from 0, outside of the product. */
async function proposedIn(frame: number): Promise<FrameProposal> {
  const input = {
    kind: 'FRAME',
    runId: 'test',
    laterality: 'R',
    dynamicRangeDb: null,
    width: columns,
    height: rows,
    mmPerPixel: [pixelMm, pixelMm],
    pixels: new Uint8Array(lesionFrame(frame)),
    weights: null,
  } as const;
  const openOnnx = () => Promise.reject(new Error('This test opens no network'));
  const found = await provider.run(input, { progress: () => {}, log: () => {}, openOnnx });
  for await (const proposal of found) return proposal;
  throw new Error('The model proposes nothing');
}

function onlyMarkOf({ marks }: Finding): Mark {
  const [mark, ...others] = Object.values(marks);
  if (mark === undefined || others.length > 0) throw new Error('The finding has not one mark');
  return mark;
}

const cornersMm = ({ frame, markViewParams }: Mark) =>
  markViewParams.points.map(({ u, v }) => [u * frame.widthMm, v * frame.heightMm]);

describe('a third-party model of single images', () => {
  it('finds the lesion of the shown frame and stores its box in millimetres of the image', async () => {
    await run(1);
    const [found] = (await findings()) as [Finding];
    const { shape } = await proposedIn(0);
    if (shape.kind !== 'box') throw new Error('The model proposes no box');
    const mark = onlyMarkOf(found);
    expect(mark).toMatchObject({
      markType: 'BOUNDING_BOX',
      planeView: 'IMG',
      frame: { originMm: [0, 0, 0], widthMm: columns * pixelMm, heightMm: rows * pixelMm },
    });
    const near = (mm: number) => expect.closeTo(mm, 6);
    expect(cornersMm(mark)).toEqual([shape.minMm.map(near), shape.maxMm.map(near)]);
    for (const [x = 0, y = 0] of cornersMm(mark)) {
      expect(Math.abs(x / pixelMm - ellipse.x)).toBeLessThan(ellipse.a);
      expect(Math.abs(y / pixelMm - ellipse.y)).toBeLessThan(ellipse.b);
    }
    expect(found).toMatchObject({
      generator: { id: 'AIAD' },
      clockPositionSec: null,
      ai: { providerId: 'org.example.image-model.detector', decision: null },
    });
  });

  it('draws the box at its place on the frame', async () => {
    await expect.poll(() => drawn().count()).toBeGreaterThan(0);
    const [found] = (await findings()) as [Finding];
    const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = cornersMm(onlyMarkOf(found));
    const canvas = await page.getByTestId('raw-canvas').boundingBox();
    const box = await drawn().first().boundingBox();
    if (canvas === null || box === null) throw new Error('Nothing is drawn');
    const pxPerMm = canvas.width / (columns * pixelMm);
    const centre = { x: ((left + right) / 2) * pxPerMm, y: ((top + bottom) / 2) * pxPerMm };
    expect(Math.abs(box.x + box.width / 2 - canvas.x - centre.x)).toBeLessThan(2);
    expect(Math.abs(box.y + box.height / 2 - canvas.y - centre.y)).toBeLessThan(2);
    // The bounding box on the page includes the line.
    expect(Math.abs(box.width - (right - left) * pxPerMm)).toBeLessThan(10);
    expect(Math.abs(box.height - (bottom - top) * pxPerMm)).toBeLessThan(10);
    await panel().getByText('R · image 1').waitFor();
    await panel()
      .getByText(/Mean level of the darkest square: \d/)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'third-party-image-model');
  });

  it('keeps the proposals of other frames, and replaces those of the same frame', async () => {
    await showFrame(2);
    await expect.poll(() => drawn().count()).toBe(0);
    await run(2);
    await expect.poll(() => proposals().count()).toBe(2);
    await expect.poll(() => drawn().count()).toBeGreaterThan(0);
    await run(3);
    await expect.poll(() => panel().getByText('R · image 2').count()).toBe(1);
    expect(await proposals().count()).toBe(2);
  });

  it('has its finding accepted as one of the reader in the image', async () => {
    await panel().getByText('R · image 1').click();
    await page.getByTestId('raw-words').filter({ hasText: '1 of 3' }).waitFor();
    await page.keyboard.press('Shift+A');
    const own = async () => (await findings()).find(({ generator }) => generator.id === 'USER');
    await expect.poll(own).toBeDefined();
    const accepted = (await findings()).find(({ ai }) => ai?.decision?.kind === 'ACCEPTED');
    const [copy, original] = [await own(), accepted] as [Finding, Finding];
    expect(cornersMm(onlyMarkOf(copy))).toEqual(cornersMm(onlyMarkOf(original)));
    expect(onlyMarkOf(copy)).toMatchObject({ planeView: 'IMG', frame: { originMm: [0, 0, 0] } });
    expect(readingPage.person.errors).toEqual([]);
  });

  it('finds the lesion of a raw frame at its place in the breast', async () => {
    const { product, records } = readingPage;
    const volume = speckledVolume([100, 50, 100], 0.8, [
      { atMm: LESION, radiusMm: 5, greyLevel: 12 },
    ]);
    const study = await records.study(await records.patient('Raw frame'));
    const scan: Scan = await records.scan(study, 'R', volume);
    await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
    await rawRecords(product, records).sweeps(scan.id, 'R', volume, [0, DEG, 120]);
    // All layouts have a tab only on a wide page.
    await page.setViewportSize({ width: 1680, height: 950 });
    await page.goto('about:blank');
    await page.goto(scanAddress(product, study, scan.id));
    await page.locator('[data-testid=view-COR][data-state=complete]').waitFor();
    await page.getByRole('tab', { name: /^AI/ }).click();
    await menu().click();
    const missing = 'Darkest square: show a raw frame with a scale in mm first';
    expect(await page.getByRole('menuitem', { name: missing }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByTestId('layout-raw-sweeps').click();
    await page.locator('[data-testid=view-CEN][data-state=complete]').waitFor();
    await page.getByTestId('position-CEN').fill(`${DEG}°`);
    await page.getByTestId('position-CEN').press('Enter');
    await page.locator(`[data-testid=view-CEN][data-deg="${DEG}"][data-state=complete]`).waitFor();
    await run(1, () => findingsOf(records.api, scan));
    const [found] = (await findingsOf(records.api, scan)) as [Finding];
    const mark = onlyMarkOf(found);
    expect(mark).toMatchObject({ planeView: 'CEN', rad: DEG });
    expect(distance(markCentreMm(mark), LESION)).toBeLessThan(4);
    expect(
      distance(imageToMm(mark.frame, 0, 0), sampleToMm(CEN, DEG, { line: -0.5, sample: -0.5 })),
    ).toBeLessThan(0.01);
    expect(found.clockPositionSec).not.toBeNull();
    const path = page.getByTestId('marks-CEN').locator('path[stroke="#FF5733"]');
    await expect.poll(() => path.count()).toBeGreaterThan(0);
    await screenshot(page, 'third-party-image-model-raw');
    expect(readingPage.person.errors).toEqual([]);
  });
});
