import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { browserStubs } from '../../../platform/build/web/browser-stubs.ts';
import { launchBrowser, visit } from '../../e2e/support/product/browser.ts';

export type PanelKind = 'own' | 'bare' | 'legacy';

export interface PanelsBench extends AsyncDisposable {
  /** Returns the duration of each step in ms. */
  times(
    kind: PanelKind,
    motion: 'move' | 'rotate',
    steps: number,
    withFrame: boolean,
  ): Promise<readonly number[]>;
}

/** Opens a page with four panels of 512 × 512 by each renderer. */
export async function startPanelsBench(legacy: boolean): Promise<PanelsBench> {
  const files = await bundlePage();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = path === '/' ? HTML : files.get(path);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': path === '/' ? 'text/html' : 'text/javascript',
    });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  const { page } = await visit(browser, 1100, 3_300);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'panels' in window, undefined, { timeout: 60_000 });
  if (legacy) await createLegacyPanels(page);
  return {
    times: (kind, motion, steps, withFrame) =>
      page.evaluate(
        (args) =>
          (window as unknown as { panels: { times: PanelsBench['times'] } }).panels.times(...args),
        [kind, motion, steps, withFrame] as const,
      ),
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
    },
  };
}

const createLegacyPanels = (page: Page): Promise<void> =>
  page.evaluate(() =>
    (window as unknown as { panels: { legacy(): Promise<void> } }).panels.legacy(),
  );

const HTML = `<!doctype html><title>Panels</title><body><script type="module" src="/panels-browser.js"></script>`;

/** Returns the scripts of the page by path. */
async function bundlePage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'panels-browser.ts')],
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    write: false,
    outdir: '/',
    target: 'es2022',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [browserStubs()],
  });
  return new Map(outputFiles.map((file) => [file.path, file.contents]));
}
