import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  context,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import { browserStubs } from './browser-stubs.ts';
import { preloadGroups } from './chunk-groups.ts';
import { cssPlugin } from './css-plugin.ts';
import { dcmjsPlugin } from './dcmjs-plugin.ts';
import { firstPartyPlugin } from './first-party-plugin.ts';
import { mergeChunks, type WebBundle } from './merge-chunks.ts';
import { ROOT } from './paths.ts';
import { SHARED, sharedExternals, vendorEntries } from './vendor.ts';
import { virtualModules } from './virtual-modules.ts';
import { type WorkerEntries, workerPlugin } from './worker-plugin.ts';

const GLOBAL_STYLE = join(ROOT, 'platform/ui/styles/global.css');
const NAMES = {
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
} as const;

/**
 * Entry modules by output name; `boot` starts the page, `sdk` is the public entry point for
 * extensions.
 */
export type WebEntries = Readonly<Record<'boot' | 'sdk', string>>;

const APPLICATION: WebEntries = {
  boot: 'platform/workstation/boot.tsx',
  sdk: 'platform/sdk/index.ts',
};

/** Bundles repeatedly; each run rebuilds only what has changed. */
export interface WebBundler {
  bundle(): Promise<WebBundle>;
  dispose(): Promise<void>;
}

/**
 * Creates a bundler with four in-memory passes of esbuild: shared modules (React), the application
 * with the SDK, the style sheet of index.html, and the workers that the application references.
 */
export async function createWebBundler(
  production: boolean,
  entries: WebEntries = APPLICATION,
): Promise<WebBundler> {
  const workers: WorkerEntries = new Map();
  const base = { ...baseOptions(production), ...NAMES };
  const contexts = await Promise.all([
    context({ ...base, entryPoints: sharedEntryPoints(), plugins: [vendorEntries()] }),
    context({
      ...base,
      entryPoints: { ...entries },
      plugins: [
        ...codePlugins(workers, production),
        sharedExternals(),
        cssPlugin({ minify: production, global: GLOBAL_STYLE }),
      ],
    }),
    context({ ...base, entryPoints: { style: 'page:style' }, plugins: [pageStyle()] }),
  ]);
  return {
    async bundle() {
      const results = await Promise.all(contexts.map((buildContext) => buildContext.rebuild()));
      const worker = await build({
        ...base,
        entryNames: 'workers/[name]',
        entryPoints: Object.fromEntries(workers),
        plugins: codePlugins(new Map(), production),
      });
      const all = [...results, worker].map(toPass);
      // Development builds keep the original chunks with their source maps.
      const done = production ? await Promise.all(all.map(mergePreloads)) : all;
      return {
        files: new Map(done.flatMap(({ files }) => [...files])),
        outputs: Object.assign({}, ...done.map(({ outputs }) => outputs)),
      };
    },
    async dispose() {
      await Promise.all(contexts.map((buildContext) => buildContext.dispose()));
    },
  };
}

function codePlugins(
  workers: WorkerEntries,
  production: boolean,
): NonNullable<BuildOptions['plugins']> {
  return [
    virtualModules(),
    browserStubs(),
    dcmjsPlugin(),
    firstPartyPlugin({ tolerant: !production }),
    workerPlugin(workers),
  ];
}

function sharedEntryPoints(): Record<string, string> {
  return Object.fromEntries(Object.entries(SHARED).map(([name, out]) => [out, `shared:${name}`]));
}

/** Fonts and global rules; linked by the page so that they apply at first paint. */
function pageStyle(): Plugin {
  const lines = existsSync(GLOBAL_STYLE) ? ["@import './platform/ui/styles/global.css';"] : [];
  return {
    name: 'clockface-page-style',
    setup(build) {
      build.onResolve({ filter: /^page:style$/ }, () => ({ path: 'style', namespace: 'page' }));
      build.onLoad({ filter: /.*/, namespace: 'page' }, () => ({
        contents: lines.join('\n'),
        loader: 'css',
        resolveDir: ROOT,
      }));
    },
  };
}

function baseOptions(production: boolean) {
  return {
    absWorkingDir: ROOT,
    outdir: ROOT,
    outbase: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify: production,
    sourcemap: production ? false : 'linked',
    legalComments: production ? 'external' : 'none',
    logLevel: 'silent',
    logOverride: { 'ignored-bare-import': 'error' },
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.wasm': 'file' },
    define: {
      'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development'),
      global: 'globalThis',
    },
  } as const satisfies BuildOptions;
}

const mergePreloads = (pass: WebBundle): Promise<WebBundle> =>
  mergeChunks(pass, preloadGroups(pass.outputs));

const toPass = ({
  outputFiles,
  metafile,
}: BuildResult<{ write: false; metafile: true }>): WebBundle => ({
  files: new Map(outputFiles.map(toEntry)),
  outputs: metafile.outputs,
});

function toEntry(file: OutputFile): [string, Uint8Array] {
  return [file.path.slice(ROOT.length + 1).replaceAll('\\', '/'), file.contents];
}
