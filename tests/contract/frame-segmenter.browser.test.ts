import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyOfBytes } from '../../extensions/ai-findings/segmentation2d/grey-image.ts';
import { segmentFrame } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import { createWebBundler } from '../../platform/build/web/bundle.ts';
import { contentSecurityPolicy } from '../../platform/server/http/security-headers.ts';
import { launchBrowser } from '../e2e/support/product/browser.ts';
import { openModel } from '../fom/segmenter/open-model.ts';

/** A dark ellipse in stripes, as bytes. */
const WIDTH = 360;
const HEIGHT = 250;
const BYTES = Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
  const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
  const isInside = Math.hypot((x - 170) / 60, (y - 120) / 42) < 1;
  return (isInside ? 20 : 90) + ((x * 37 + y * 91 + ((x * y) % 53)) % (isInside ? 30 : 90));
});
const CLICK = { x: 165, y: 125 };

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
};

let browser: Browser;
let server: Server;
let page: Page;
const loaded: string[] = [];

beforeAll(async () => {
  const bundler = await createWebBundler(true, {
    boot: 'tests/contract/support/segmenter-page.ts',
    sdk: 'platform/sdk/index.ts',
  });
  const { files } = await bundler.bundle();
  await bundler.dispose();
  const entry = [...files.keys()].find((path) => /^assets\/boot-.*\.js$/.test(path));
  const html = `<!doctype html><title>Page</title><script type="module" src="/${entry}"></script>`;
  server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    loaded.push(path);
    const type = TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream';
    const file = path === '' ? html : files.get(path);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': type,
      'content-security-policy': contentSecurityPolicy([]),
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'segmenter' in window);
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const segment = (bytes: readonly number[], width: number, height: number) =>
  page.evaluate(
    async ([values, w, h, click]) => {
      const frame = { key: String(values), width: w, height: h, bytes: Uint8Array.from(values) };
      const start = performance.now();
      const result = await window.segmenter.segment(frame, {
        clicks: { inside: [click], outside: [] },
      });
      const milliseconds = performance.now() - start;
      if (!result.ok) return { problem: result.problem, milliseconds };
      const { lesion, model } = result.value;
      const { outline, areaPx, score } = lesion;
      return { outline, areaPx, score, model, milliseconds };
    },
    [bytes, width, height, CLICK] as const,
  );

describe('the 2D segmenter in a browser', () => {
  it('gives the outline of Node under the product’s content security policy', async () => {
    const model = await openModel();
    const bytes = Uint8Array.from(BYTES);
    const prompt = { clicks: { inside: [CLICK], outside: [] } } as const;
    const inNode = await segmentFrame(greyOfBytes(WIDTH, HEIGHT, bytes), prompt, model);
    await model.session.dispose();
    if (!inNode.ok) throw new Error(inNode.problem.detail);
    const inBrowser = await segment(BYTES, WIDTH, HEIGHT);
    expect(inBrowser).toMatchObject({ model: { weightsSha256: model.card.weightsSha256 } });
    expect(inBrowser.areaPx).toBe(inNode.value.lesion.areaPx);
    expect(inBrowser.score).toBeCloseTo(inNode.value.lesion.score, 5);
    expect(inBrowser.outline).toHaveLength(inNode.value.lesion.outline.length);
    expect(inBrowser.areaPx).toBeGreaterThan(0);
  });

  it('loads model and runtime once, when the first image is segmented', async () => {
    await segment(BYTES, WIDTH, HEIGHT);
    const assets = loaded.filter((path) => /\.(wasm|onnx)$/.test(path));
    expect(assets.map((path) => path.replace(/-[^-]*\./, '.')).sort()).toEqual([
      'assets/ort-wasm-simd-threaded.wasm',
      'assets/segmenter2d.onnx',
    ]);
  });

  it('names what is outside the model’s domain', async () => {
    const even = Array.from({ length: WIDTH * HEIGHT }, () => 128);
    expect(await segment(even, WIDTH, HEIGHT)).toMatchObject({
      problem: { code: 'OUTSIDE_MODEL_DOMAIN', title: 'Outside the model’s domain' },
    });
  });
});
