import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan, ScanVolume } from '#contracts';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { storedState } from '../../e2e/support/reading/client-state.ts';
import {
  drag,
  meanGreyLevel,
  planesComplete,
  readGreyLevels,
  settled,
  typePosition,
} from '../../e2e/support/reading/reading.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../../e2e/support/reading/test-records.ts';
import { type Graphics, watchGraphics, withoutGraphics } from '../support/graphics.ts';

/** Large enough that the full level is loaded by ranges. */
const SIZES = [160, 100, 320] as const;
/** Bytes at the start of a file, which are read first for its header. */
const HEADER_BYTES = 16 * 1024;
const FULL_BYTES = SIZES[0] * SIZES[1] * SIZES[2];
/** One scan more than the three volumes kept in memory. */
const SCAN_COUNT = 4;

let product: Product;
let browser: Browser;
let records: TestRecords;
/** Each scan is in a study of its own. */
const scans: Scan[] = [];
beforeAll(async () => {
  product = await startProduct();
  records = await createTestRecords(product);
  const patient = await records.patient('Verhoeven');
  const volume = speckledVolume(SIZES, 0.5, [{ atMm: [10, 20, 10], radiusMm: 6, greyLevel: 20 }]);
  for (let n = 0; n < SCAN_COUNT; n++) {
    scans.push(await records.scan(await records.study(patient), 'R', volume));
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const scanAt = (scanIdx: number): Scan => {
  const scan = scans[scanIdx];
  if (scan === undefined) throw new Error(`No scan ${scanIdx}`);
  return scan;
};

async function open(page: Page, scanIdx: number): Promise<void> {
  const { id, studyId } = scanAt(scanIdx);
  await page.goto(scanAddress(product, studyId, id));
  await page.waitForURL((url) => url.hash.includes(id));
  await planesComplete(page);
}

interface FileRequest {
  readonly fileId: string;
  /** Requested bytes; null for the whole file. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly request: Request;
}

/** Records every file request of the page, in order. */
function watchFiles(page: Page): FileRequest[] {
  const requests: FileRequest[] = [];
  page.on('request', (request) => {
    const fileId = /\/scanfiles\/([^/]+)\/download/.exec(request.url())?.[1];
    if (fileId === undefined || request.method() !== 'GET') return;
    const match = /bytes=(\d+)-(\d+)/.exec(request.headers().range ?? '');
    const range = match && { from: Number(match[1]), to: Number(match[2]) + 1 };
    requests.push({ fileId, range, request });
  });
  return requests;
}

async function levelsOf(scanIdx: number): Promise<readonly { id: string; byteLength: number }[]> {
  const volume = (await records.api.get(`/scans/${scanAt(scanIdx).id}/volume`)) as ScanVolume;
  return volume.levels.map(({ file }) => ({ id: file.id, byteLength: file.byteLength ?? 0 }));
}

/** Opens a signed-in reader with a browser profile of its own. */
async function openReader(prepare: (page: Page) => Promise<void> = async () => {}) {
  const person = await visit(browser);
  await prepare(person.page);
  await signIn(person.page, product.url, 'physician');
  return person;
}

/**
 * Checks that each range of bytes adjoins the ranges requested before, outwards from the starting
 * slice, and throws at the first that does not.
 * @returns the total range
 */
function expectOutwards(
  ranges: readonly { readonly from: number; readonly to: number }[],
  startByte: number,
): { readonly from: number; readonly to: number } {
  let from = startByte;
  let to = startByte;
  for (const range of ranges) {
    if (range.from === to) to = range.to;
    else if (range.to === from) from = range.from;
    else throw new Error(`${range.from}-${range.to} does not adjoin ${from}-${to}`);
  }
  return { from, to };
}

describe('the volume of a scan', () => {
  it('is loaded coarse first, then by ranges from the middle slice outwards, each byte once', async () => {
    const { page, errors, close } = await openReader();
    const requests = watchFiles(page);
    await open(page, 0);
    const [full, ...coarser] = await levelsOf(0);
    if (full === undefined) throw new Error('The volume has no levels');
    expect(coarser.length).toBeGreaterThan(0);
    const dataStart = full.byteLength - FULL_BYTES;
    const ranges = requests
      .filter(({ fileId, range }) => fileId === full.id && (range?.to ?? 0) > HEADER_BYTES)
      .map(({ range }) => range ?? { from: 0, to: 0 });
    const firstFull = requests.findIndex(
      ({ fileId, range }) => fileId === full.id && (range?.to ?? 0) > HEADER_BYTES,
    );
    const firstCoarse = requests.findIndex(({ fileId }) => fileId === coarser.at(-1)?.id);
    expect(firstCoarse).toBeGreaterThanOrEqual(0);
    expect(firstCoarse).toBeLessThan(firstFull);
    expect(ranges.length).toBeGreaterThanOrEqual(3);
    const sliceBytes = SIZES[0] * SIZES[1];
    const middle = dataStart + (SIZES[2] / 2) * sliceBytes;
    const start = ranges[0]?.from ?? 0;
    expect(Math.abs(start - middle)).toBeLessThanOrEqual(sliceBytes);
    expect(expectOutwards(ranges, start)).toEqual({ from: dataStart, to: full.byteLength });
    // Shows that the check detects ranges that start at the wrong end, and a gap.
    expect(() => expectOutwards([...ranges].reverse(), start)).toThrow('does not adjoin');
    expect(() => expectOutwards(ranges.slice(1), start + sliceBytes)).toThrow('does not adjoin');
    expect(errors).toEqual([]);
    await close();
  });

  it('stops loading when the reader leaves, and is loaded completely on return', async () => {
    const { page, close } = await openReader();
    const requests = watchFiles(page);
    const [full] = await levelsOf(0);
    let releaseRequests = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      releaseRequests = resolve;
    });
    await page.route(new RegExp(`/scanfiles/${full?.id}/download`), async (route) => {
      const range = /bytes=\d+-(\d+)/.exec(route.request().headers().range ?? '');
      if (Number(range?.[1] ?? 0) > HEADER_BYTES) await released;
      // The page that left aborts its requests.
      await route.continue().catch(() => undefined);
    });
    const { id, studyId } = scanAt(0);
    await page.goto(scanAddress(product, studyId, id));
    await page.locator('[data-testid=view-COR][data-state=coarse]').waitFor();
    const fullRequests = (): FileRequest[] =>
      requests.filter(
        ({ fileId, range }) => fileId === full?.id && (range?.to ?? 0) > HEADER_BYTES,
      );
    await expect.poll(() => fullRequests().length).toBeGreaterThan(0);
    await page.goto(`${product.url}/#/patient-list`);
    await page.getByRole('searchbox', { name: 'Search patients' }).waitFor();
    await expect
      .poll(() =>
        fullRequests().every(({ request }) => request.failure()?.errorText === 'net::ERR_ABORTED'),
      )
      .toBe(true);
    const countBefore = requests.length;
    const abortedCount = fullRequests().length;
    releaseRequests();
    await page.waitForTimeout(1_000);
    expect(requests.length).toBe(countBefore);
    await page.unrouteAll({ behavior: 'wait' });
    await open(page, 0);
    expect(fullRequests().length).toBeGreaterThan(abortedCount);
    await close();
  });

  it('stays in memory with at most two others: a fourth scan evicts the least recently used, and textures are freed', async () => {
    let graphics: Graphics | null = null;
    const { page, errors, close } = await openReader(async (newPage) => {
      graphics = await watchGraphics(newPage);
    });
    const textureBytes = (): Promise<number> => graphics?.volumeBytes() ?? Promise.resolve(0);
    const requests = watchFiles(page);
    const fullIds: string[] = [];
    for (let n = 0; n < SCAN_COUNT; n++) fullIds.push((await levelsOf(n))[0]?.id ?? '');
    const requestedSince = (from: number): readonly number[] =>
      fullIds.flatMap((id, scanIdx) =>
        requests.slice(from).some(({ fileId }) => fileId === id) ? [scanIdx] : [],
      );
    /**
     * Opens scans one after the other, by index.
     * @returns the scans whose full level was requested meanwhile
     */
    const openScans = async (...order: readonly number[]): Promise<readonly number[]> => {
      const from = requests.length;
      for (const scanIdx of order) {
        await open(page, scanIdx);
        // GPU memory beyond the volume on the screen is freed after a moment.
        await expect.poll(textureBytes).toBeLessThan(1.5 * FULL_BYTES);
        expect(await textureBytes()).toBeGreaterThanOrEqual(FULL_BYTES);
      }
      return requestedSince(from);
    };
    expect(await openScans(0, 1, 2)).toEqual([0, 1, 2]);
    // All three are still cached.
    expect(await openScans(1, 0, 2)).toEqual([]);
    // The fourth evicts scan 1, the least recently used.
    expect(await openScans(3)).toEqual([3]);
    expect(await openScans(0, 2, 3)).toEqual([]);
    expect(await openScans(1)).toEqual([1]);
    expect(errors).toEqual([]);
    await close();
  });
});

type GreyLevels = Awaited<ReturnType<typeof readGreyLevels>>;

/** Allows a difference of one grey level, because a redraw can round differently. */
function expectSame(actual: GreyLevels, expected: GreyLevels): void {
  for (const [view, greyLevels] of Object.entries(expected)) {
    const actualLevels = actual[view] ?? [];
    expect(actualLevels.length, view).toBe(greyLevels.length);
    const differing = greyLevels.filter(
      (meanLevel, idx) => Math.abs(meanLevel - (actualLevels[idx] ?? 255)) > 1,
    );
    expect(differing.length, view).toBe(0);
  }
}

describe('a view', () => {
  it('changes only brightness and contrast when dragged with Alt', async () => {
    const { page, errors, close } = await openReader();
    await open(page, 1);
    await page.keyboard.press('m');
    const box = await page.getByTestId('image-COR').boundingBox();
    const middle = { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
    const meanLevel = (): Promise<number> => meanGreyLevel(page, 'COR', middle, 0, 60);
    await settled(page);
    const levelBefore = await meanLevel();
    const positionBefore = await page.getByTestId('view-COR').getAttribute('data-position');
    await page.keyboard.down('Alt');
    await drag(page, 'COR', middle, { x: middle.x, y: middle.y - 90 });
    await page.keyboard.up('Alt');
    const saved = async () =>
      ((await records.api.get(`/scans/${scanAt(1).id}`)) as Scan).imageAdjustments.COR;
    await expect.poll(async () => (await saved())?.brightness).toBe(30);
    await expect.poll(meanLevel).toBeGreaterThan(levelBefore + 15);
    await page.keyboard.down('Alt');
    await drag(page, 'COR', middle, { x: middle.x + 60, y: middle.y });
    await page.keyboard.up('Alt');
    await expect.poll(async () => (await saved())?.contrast).toBe(20);
    expect((await saved())?.brightness).toBe(30);
    expect(await page.getByTestId('view-COR').getAttribute('data-position')).toBe(positionBefore);
    const findings = await records.api.get(`/scans/${scanAt(1).id}/findings`);
    expect((findings as { total: number }).total).toBe(0);
    expect(await page.locator('[data-testid=mark-preview]').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('restores its zoom and pan after a reload', async () => {
    const { page, errors, close } = await openReader();
    await open(page, 2);
    const drawn = (): Promise<readonly (string | undefined)[]> =>
      page
        .locator('[data-drawn]')
        .evaluateAll((elements) =>
          elements.map((element) => (element as HTMLElement).dataset.drawn),
        );
    const fitScale = Number((await drawn())[0]?.split(' ')[4]);
    const box = await page.getByTestId('image-COR').boundingBox();
    const x = (box?.x ?? 0) + 200;
    const y = (box?.y ?? 0) + 150;
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const scale = async (): Promise<number> => Number((await drawn())[0]?.split(' ')[4]);
    await expect.poll(scale).toBeCloseTo(fitScale * Math.SQRT2, 1);
    const stored = async () =>
      (await storedState(records.api, scanAt(2).id))?.savedViewports.find(
        ({ view }) => view === 'COR',
      );
    await expect.poll(async () => (await stored())?.zoom).toBeCloseTo(Math.SQRT2, 1);
    const [panBefore = Number.NaN] = (await stored())?.pan ?? [];
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(x + 70, y + 40, { steps: 5 });
    await page.mouse.up({ button: 'middle' });
    const moved = 70 / (await scale());
    await expect
      .poll(async () => panBefore - ((await stored())?.pan[0] ?? panBefore))
      .toBeCloseTo(moved, 1);
    await settled(page);
    const drawnBefore = await drawn();
    const greyLevels = await readGreyLevels(page);
    await screenshot(page, 'reading-zoomed');
    await page.reload();
    await planesComplete(page);
    await expect.poll(drawn).toEqual(drawnBefore);
    await settled(page);
    expectSame(await readGreyLevels(page), greyLevels);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the graphics card', () => {
  it('is reported by a banner when it was reset, and every image is restored', async () => {
    let graphics: Graphics | null = null as Graphics | null;
    const { page, errors, close } = await openReader(async (newPage) => {
      graphics = await watchGraphics(newPage);
    });
    await open(page, 3);
    await typePosition(page, 'COR', '20');
    await settled(page);
    const levelsBefore = await readGreyLevels(page);
    await graphics?.loseContext();
    const banner = page.getByText('The graphics card was reset').first();
    await banner.waitFor();
    await screenshot(page, 'graphics-reset');
    await graphics?.restore();
    await banner.waitFor({ state: 'detached' });
    // Images drawn from here on use the new context.
    await typePosition(page, 'COR', '12');
    await settled(page);
    const elsewhere = await readGreyLevels(page);
    expect(() => expectSame(elsewhere, levelsBefore)).toThrow();
    await typePosition(page, 'COR', '20');
    await settled(page);
    expectSame(await readGreyLevels(page), levelsBefore);
    expect(errors.filter((error) => !error.includes('CONTEXT_LOST'))).toEqual([]);
    await close();
  });

  it('is reported as missing, with small images of the scan', async () => {
    const { page, close } = await openReader(withoutGraphics);
    const { id, studyId } = scanAt(3);
    await page.goto(scanAddress(product, studyId, id));
    for (const plane of ['SAG', 'COR', 'TRA', 'RAD']) {
      const view = page.getByTestId(`view-${plane}`);
      await view.getByText('This browser can’t display volumes').waitFor();
      await view.getByText('Turn on hardware acceleration').waitFor();
      const slice = view.getByTestId(`slice-${plane}`).first();
      await slice.waitFor();
      const meanLevel = () =>
        slice.evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
          let sum = 0;
          for (let pixel = 0; pixel < width * height; pixel++) sum += data[pixel * 4] ?? 0;
          return sum / (width * height);
        });
      await expect.poll(meanLevel).toBeGreaterThan(30);
    }
    await screenshot(page, 'without-graphics');
    await close();
  });
});
