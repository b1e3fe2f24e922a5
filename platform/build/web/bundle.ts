import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  context,
  type Metafile,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import { browserStubs } from './browser-stubs.ts';
import { cssPlugin } from './css-plugin.ts';
import { dcmjsPlugin } from './dcmjs-plugin.ts';
import { ENTRY_NAMESPACE, earlyChunks, findEarlyModules } from './early-chunks.ts';
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

/**
 * Output of the bundler: files by path relative to the output folder, and their dependencies.
 */
export interface WebBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly outputs: Metafile['outputs'];
}

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
  // Development builds keep esbuild's default chunks.
  const grouping = production ? [earlyChunks(await findEarlyModules())] : [];
  const contexts = await Promise.all([
    context({ ...base, entryPoints: sharedEntryPoints(), plugins: [vendorEntries()] }),
    context({
      ...base,
      entryPoints: { ...entries },
      plugins: [
        ...grouping,
        ...codePlugins(workers),
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
        plugins: codePlugins(new Map()),
      });
      const passes = [...results, worker].map(toBundle);
      return {
        files: new Map(passes.flatMap(({ files }) => [...files])),
        outputs: Object.assign({}, ...passes.map(({ outputs }) => outputs)),
      };
    },
    async dispose() {
      await Promise.all(contexts.map((buildContext) => buildContext.dispose()));
    },
  };
}

function codePlugins(workers: WorkerEntries): NonNullable<BuildOptions['plugins']> {
  return [virtualModules(), browserStubs(), dcmjsPlugin(), workerPlugin(workers)];
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

const toBundle = ({
  outputFiles,
  metafile,
}: BuildResult<{ write: false; metafile: true }>): WebBundle => ({
  files: new Map(outputFiles.map(toEntry)),
  outputs: Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [path, withSource(output)]),
  ),
});

/** Names the module of an entry point instead of the module that replaces it. */
function withSource(output: Metafile['outputs'][string]): Metafile['outputs'][string] {
  const prefix = `${ENTRY_NAMESPACE}:`;
  const { entryPoint } = output;
  return entryPoint?.startsWith(prefix)
    ? { ...output, entryPoint: entryPoint.slice(prefix.length) }
    : output;
}

function toEntry(file: OutputFile): [string, Uint8Array] {
  return [file.path.slice(ROOT.length + 1).replaceAll('\\', '/'), file.contents];
}
