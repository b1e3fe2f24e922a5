import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import satisfies from 'semver/functions/satisfies.js';
import {
  EXTENSION_API_VERSION,
  type ExtensionManifest,
  integrityText,
  isCoveredFile,
  manifestSchema,
} from '#contracts';
import { cssPlugin } from '../web/css-plugin.ts';
import { SDK_NAME } from '../web/index-html.ts';
import { SHARED } from '../web/vendor.ts';

export interface BuiltExtension {
  readonly manifest: ExtensionManifest;
  /** Absolute path of the entry module. */
  readonly file: string;
  readonly byteLength: number;
  /** Hash of all covered files as `sha384-…` for the site configuration. */
  readonly integrity: string;
}

const SOURCES = ['src/index.tsx', 'src/index.ts'] as const;

/**
 * Builds a third-party extension folder (`manifest.json`, `src/index.ts` or `.tsx`) into the module
 * that its manifest names: one ES module that imports React and the SDK from the host. `out` is the
 * target folder; the default is `folder`. Throws an error with a message for the extension's
 * author.
 */
export async function buildExtension(folder: string, out = folder): Promise<BuiltExtension> {
  const manifest = await readManifest(folder);
  const source = SOURCES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (source === undefined) throw new Error(`${folder} has neither ${SOURCES.join(' nor ')}`);
  if (manifest.entry === undefined)
    throw new Error("The manifest has no 'entry', e.g. dist/index.js");
  const file = join(out, manifest.entry);
  const bytes = await buildModule(source, file, [...Object.keys(SHARED), SDK_NAME]);
  for (const { worker, server } of manifest.contributes.findingProviders) {
    if (worker !== undefined)
      await buildModule(moduleSource(folder, worker), join(out, worker), []);
    if (server !== undefined)
      await buildModule(moduleSource(folder, server), join(out, server), [], 'node');
  }
  for (const { weights } of manifest.contributes.findingProviders)
    if (weights !== undefined) await takeWeights(folder, out, weights);
  if (out !== folder) await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest));
  return { manifest, file, byteLength: bytes.byteLength, integrity: await integrityOf(out) };
}

/** Copies the weights of a model to the target folder. */
async function takeWeights(folder: string, out: string, weights: string): Promise<void> {
  const file = join(folder, weights);
  if (!existsSync(file)) throw new Error(`The weights ${weights} are missing in ${folder}`);
  if (out === folder) return;
  await mkdir(dirname(join(out, weights)), { recursive: true });
  await copyFile(file, join(out, weights));
}

async function integrityOf(folder: string): Promise<string> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, '/');
    if (!entry.isDirectory() && isCoveredFile(path)) {
      digests.set(path, digestOf(await readFile(file)));
    }
  }
  return `sha384-${digestOf(integrityText(digests))}`;
}

const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha384').update(bytes).digest('base64');

/** Returns the entry for `thirdParty` in the site configuration that loads exactly this build. */
export function siteLine(folder: string, { integrity }: BuiltExtension): string {
  return `{ "folder": ${JSON.stringify(folder)}, "integrity": "${integrity}" }`;
}

/** Bundles a module and writes it; `external` modules come from the page. */
async function buildModule(
  source: string,
  file: string,
  external: readonly string[],
  platform: 'browser' | 'node' = 'browser',
): Promise<Uint8Array> {
  const done = await build({
    entryPoints: [source],
    outfile: file,
    write: false,
    bundle: true,
    format: 'esm',
    platform,
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    logLevel: 'silent',
    external: [...external],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      ...(external.length === 0 ? [workerImports] : []),
      cssPlugin({ minify: true, global: '' }),
    ],
  });
  const bytes = done.outputFiles[0]?.contents ?? new Uint8Array();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return bytes;
}

/** Rejects imports that only a page resolves; types are removed before. */
const workerImports: Plugin = {
  name: 'clockface-worker-imports',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ path }) =>
      path === SDK_NAME || path in SHARED
        ? {
            errors: [
              { text: `A finding provider can't import ${path}; import only types from it` },
            ],
          }
        : undefined,
    );
  },
};

/**
 * Returns the source of a provider's module: `dist/detector.js` and `server/detector.mjs` are built
 * from `src/detector.ts`.
 */
function moduleSource(folder: string, module: string): string {
  const source = join('src', basename(module).replace(/\.m?js$/, '.ts'));
  if (!existsSync(join(folder, source)))
    throw new Error(`The module ${module} has no source ${source} in ${folder}`);
  return join(folder, source);
}

async function readManifest(folder: string): Promise<ExtensionManifest> {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} has no manifest.json`);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  if (!satisfies(EXTENSION_API_VERSION, manifest.host)) {
    throw new Error(
      `The manifest requires extension API ${manifest.host}; this is ${EXTENSION_API_VERSION}`,
    );
  }
  return manifest;
}
