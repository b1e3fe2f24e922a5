import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { scannedVolumeGeometry } from '#geometry';
import { volumeToNrrd, writeNrrd } from '#volume';
import { buildWeb } from '../../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../../e2e/support/product/browser.ts';
import { importStudy } from '../../e2e/support/product/import-study.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';

/** Volume of all these figures: 100 MB. */
export const SIZES = [512, 512, 384] as const;
const SPACING_MM = [0.3, 0.1, 0.4] as const;

/** Returns noise over a regular pattern, which neither compression nor a cache can reduce. */
export function syntheticVoxels(): Uint8Array<ArrayBuffer> {
  const [nx, ny, nz] = SIZES;
  const voxels = new Uint8Array(nx * ny * nz);
  // Xorshift generator with 32 bits (Marsaglia 2003).
  let state = 2_463_534_242;
  for (let i = 0; i < voxels.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    voxels[i] = 60 + ((i >> 9) & 63) + (state & 63);
  }
  return voxels;
}

export interface ReadingBench extends AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  /** Signed-in browser context; its pages share the script cache. */
  readonly context: BrowserContext;
  /** The reading screen of the synthetic volume. */
  readonly readingUrl: string;
  /** The baseline page, which only fetches the raw voxels and slices four planes. */
  readonly bareUrl: string;
}

/** Starts the product with the synthetic volume and a user who may read. */
export async function startReadingBench(): Promise<ReadingBench> {
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  const voxels = syntheticVoxels();
  const bare = await serveBarePage(voxels);
  try {
    const studyId = await putVolume(product, voxels);
    const { page, context } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.close();
    return {
      product,
      browser,
      context,
      readingUrl: `${product.url}/#/scan?study=${studyId}`,
      bareUrl: bare.url,
      async [Symbol.asyncDispose]() {
        await browser.close();
        await bare[Symbol.asyncDispose]();
        await product.stop();
      },
    };
  } catch (thrown) {
    await browser.close();
    await bare[Symbol.asyncDispose]();
    await product.stop();
    throw thrown;
  }
}

/**
 * Creates a study of a new patient whose only scan is this volume.
 * @returns the study id
 */
export async function putVolume(
  product: Product,
  voxels: Uint8Array,
  sizes: readonly [number, number, number] = SIZES,
): Promise<string> {
  const geometry = scannedVolumeGeometry(sizes, SPACING_MM, 76);
  const bytes = writeNrrd(volumeToNrrd({ geometry, voxels }, {}));
  const axes = { depthAxis: '+j', headAxis: '+k' } as const;
  return (await importStudy(product, 'Bench', { name: 'volume.nrrd', bytes, axes })).studyId;
}

/** Serves the raw voxels and a page for them with Node's own server. */
async function serveBarePage(
  voxels: Uint8Array,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { barePage } = await import('./bare-page.ts');
  const html = await barePage();
  const server = createServer((request, response) => {
    if (request.url === '/voxels') {
      response.writeHead(200, { 'content-length': String(voxels.byteLength) });
      Readable.from(chunksOf(voxels), { objectMode: false }).pipe(response);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  const chunkBytes = 256 * 1024;
  for (let offset = 0; offset < bytes.length; offset += chunkBytes)
    yield bytes.subarray(offset, offset + chunkBytes);
}

/** Times in ms from navigation until the four planes were painted. */
export interface Opening {
  /** All four planes from any level of the pyramid. */
  readonly firstMs: number;
  /**
   * All four planes from a level with at least a quarter of the volume's voxels along each axis.
   */
  readonly usableMs: number;
  readonly completeMs: number;
  /** The views of the reading screen itself are complete and have replaced the preview. */
  readonly ownMs: number;
  /** From the request for the volume's levels to a complete upload and painted planes. */
  readonly loadMs: number;
  /** From the same request to painted planes. */
  readonly imageMs: number;
}

/** Runs in the reading screen: records when all four planes were painted, and from which level. */
export function watchPlanes([usable, full]: readonly [number, number]): void {
  const times: Record<string, number> = {};
  Object.assign(window, { planeTimes: times });
  const check = (): void => {
    const hosts = [...document.querySelectorAll<HTMLElement>('[data-grid]')].filter(
      (host) => (host.dataset.grid ?? '') !== '',
    );
    if (hosts.length < 4) return;
    const record = (name: string): void => {
      if (times[name] !== undefined) return;
      // Reading a pixel ensures that all requested drawing has been painted.
      for (const host of hosts) {
        const canvas = host.querySelector('canvas');
        const { width = 0, height = 0 } = canvas ?? {};
        const middle = [Math.floor(width / 2), Math.floor(height / 2)] as const;
        const pixel = canvas?.getContext('2d')?.getImageData(...middle, 1, 1).data;
        if ((pixel?.[0] ?? 0) === 0) throw new Error(`A plane is black: ${host.dataset.grid}`);
      }
      times[name] = performance.now();
    };
    record('first');
    const sizes = hosts.map((host) => Number(host.dataset.grid?.split(' ')[0]));
    if (sizes.every((size) => size >= usable)) record('usable');
    if (sizes.every((size) => size >= full)) record('complete');
    const views = document.querySelectorAll('[data-testid^=view-][data-state=complete]');
    const covered = document.querySelector('[data-boot-preview] canvas') !== null;
    if (views.length >= 4 && !covered) record('own');
  };
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-grid', 'data-state', 'data-drawn'],
  });
}

/**
 * Runs in any page: records when the graphics card has received the last bytes of a volume, by a
 * fence after each large upload.
 */
export function watchCard(): void {
  const card = { cardMs: Number.NaN };
  Object.assign(window, { cardTimes: card });
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['texImage3D', 'texSubImage3D'] as const) {
    const original = prototype[name] as (this: WebGL2RenderingContext, ...args: unknown[]) => void;
    const watched = function (this: WebGL2RenderingContext, ...args: unknown[]): void {
      original.apply(this, args);
      const bytes = args.find((candidate) => ArrayBuffer.isView(candidate)) as
        | ArrayBufferView
        | undefined;
      if ((bytes?.byteLength ?? 0) < 50_000_000) return;
      const fence = this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0);
      this.flush();
      const check = (): void => {
        if (fence === null) return;
        if (this.getSyncParameter(fence, this.SYNC_STATUS) === this.SIGNALED) {
          card.cardMs = performance.now();
        } else setTimeout(check, 2);
      };
      setTimeout(check, 0);
    };
    Object.assign(prototype, { [name]: watched });
  }
}

/** Waits until the upload is complete and returns its time in ms from navigation. */
async function readCardTime(page: Page): Promise<number> {
  await page.waitForFunction(
    () => !Number.isNaN((window as unknown as { cardTimes: { cardMs: number } }).cardTimes.cardMs),
    undefined,
    { timeout: 60_000, polling: 100 },
  );
  return page.evaluate(
    () => (window as unknown as { cardTimes: { cardMs: number } }).cardTimes.cardMs,
  );
}

/** Voxels along x of the coarsest readable level, and of the volume. */
export const WATCHED = [SIZES[0] / 4, SIZES[0]] as const;

export async function readPlaneTimes(page: Page, last: string): Promise<Record<string, number>> {
  await page.waitForFunction(
    (name) => name in ((window as unknown as { planeTimes?: object }).planeTimes ?? {}),
    last,
    { timeout: 120_000, polling: 100 },
  );
  return page.evaluate(
    () => (window as unknown as { planeTimes: Record<string, number> }).planeTimes,
  );
}

/** Opens the reading screen in a new page and waits until the volume is complete. */
export async function openReading({ context, readingUrl }: ReadingBench): Promise<Opening> {
  const page = await context.newPage();
  const fault = new Promise<never>((_, reject) => page.on('pageerror', reject));
  await page.addInitScript(watchPlanes, WATCHED);
  await page.addInitScript(watchCard);
  await page.goto(readingUrl);
  await Promise.race([readPlaneTimes(page, 'complete'), fault]);
  const cardMs = await Promise.race([readCardTime(page), fault]);
  const times = await Promise.race([readPlaneTimes(page, 'own'), fault]);
  const requestedMs = await page.evaluate(() =>
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /scanfiles\/[^/]+\/download/.test(name))
        .map(({ startTime }) => startTime),
    ),
  );
  await page.close();
  const {
    first = Number.NaN,
    usable = Number.NaN,
    complete = Number.NaN,
    own = Number.NaN,
  } = times;
  return {
    firstMs: first,
    usableMs: usable,
    completeMs: complete,
    ownMs: own,
    loadMs: Math.max(complete, cardMs) - requestedMs,
    imageMs: complete - requestedMs,
  };
}

/** Times of the bare page in ms. */
export interface BareOpening {
  readonly fetchMs: number;
  /** From the request for the voxels to four painted planes. */
  readonly loadMs: number;
  /** From navigation to four painted planes. */
  readonly paintedMs: number;
}

/** Opens the bare page: fetch, upload, four planes. */
export async function openBare({ context, bareUrl }: ReadingBench): Promise<BareOpening> {
  const page = await context.newPage();
  await page.goto(bareUrl);
  await page.waitForFunction(() => 'bareTimes' in window, undefined, {
    timeout: 60_000,
    polling: 50,
  });
  const times = await page.evaluate(
    () => (window as unknown as { bareTimes: BareOpening }).bareTimes,
  );
  await page.close();
  return times;
}

export const loadOfMachine = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;
