import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS } from '#testing';

/** Node modules that codecs and vtk.js import but never call in a browser. */
const nodeStubs: Plugin = {
  name: 'node-stubs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(fs|path|url|events|xmlbuilder2)$/ }, ({ path }) => ({
      path,
      namespace: 'stub',
    }));
    onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
      contents: 'module.exports = { EventEmitter: class {} };',
    }));
  },
};

async function buildPage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: {
      page: join(import.meta.dirname, 'reading-page.tsx'),
      slice: join(import.meta.dirname, 'slice-page.ts'),
      space: join(import.meta.dirname, 'space-page.tsx'),
      global: join(import.meta.dirname, '../../../../platform/ui/styles/global.css'),
    },
    bundle: true,
    format: 'esm',
    splitting: true,
    write: false,
    outdir: '/',
    jsx: 'automatic',
    target: 'es2022',
    // `sideEffects` in package.json would drop the modules that change the graphics of the page.
    ignoreAnnotations: true,
    logLevel: 'error',
    loader: { '.module.css': 'local-css', '.woff2': 'empty' },
    define: { 'process.env.NODE_ENV': '"development"', global: 'globalThis' },
    plugins: [nodeStubs],
  });
  return new Map(outputFiles.map((file) => [file.path, file.contents]));
}

const html = (entry: string): string => `<!doctype html><html lang="en"><title>Reading</title>
<link rel="stylesheet" href="/global.css"><link rel="stylesheet" href="/page.css"><script type="module" src="/${entry}.js"></script></html>`;

function contentTypeOf(path: string): string {
  if (path === '/') return 'text/html';
  return path.endsWith('.css') ? 'text/css' : 'text/javascript';
}

const ARGUMENTS = ['--headless=new', '--use-gl=angle', '--use-angle=swiftshader', ...BROWSER_FLAGS];

export interface ReadingBrowser {
  /** Opens the page in a new tab; `search` is the query with its question mark. */
  open(search: string): Promise<Page>;
  close(): Promise<void>;
}

/** Serves the reading page on loopback to the system's Chromium with software graphics. */
export async function readingBrowser(): Promise<ReadingBrowser> {
  const files = await buildPage();
  const server: Server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://page');
    const entry = searchParams.get('entry') ?? 'page';
    const file = path === '/' ? Buffer.from(html(entry)) : files.get(path);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': contentTypeOf(path) });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const profile = mkdtempSync(join(tmpdir(), 'breast-planes-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1280, height: 720 },
    args: ARGUMENTS,
  });
  return {
    async open(search) {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/${search}`);
      return page;
    },
    async close() {
      await context.close();
      server.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
