import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import satisfies from 'semver/functions/satisfies.js';
import { type ExtensionManifest, HOST_VERSION, manifestSchema } from '#contracts';
import { cssPlugin } from '../web/css-plugin.ts';
import { SDK_NAME } from '../web/index-html.ts';
import { SHARED } from '../web/vendor.ts';

export interface BuiltExtension {
  readonly manifest: ExtensionManifest;
  /** Absolute path of the entry module. */
  readonly file: string;
  readonly byteLength: number;
  /** Hash as `sha384-…` for the site configuration. */
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
  const done = await build({
    entryPoints: [source],
    outfile: file,
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    logLevel: 'silent',
    external: [...Object.keys(SHARED), SDK_NAME],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [cssPlugin({ minify: true, global: '' })],
  });
  const bytes = done.outputFiles[0]?.contents ?? new Uint8Array();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  if (out !== folder) await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest));
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  return { manifest, file, byteLength: bytes.byteLength, integrity };
}

/** Returns the entry for `thirdParty` in the site configuration that loads exactly this build. */
export function siteLine(folder: string, { integrity }: BuiltExtension): string {
  return `{ "folder": ${JSON.stringify(folder)}, "integrity": "${integrity}" }`;
}

async function readManifest(folder: string): Promise<ExtensionManifest> {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} has no manifest.json`);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  if (!satisfies(HOST_VERSION, manifest.host)) {
    throw new Error(`The manifest requires host ${manifest.host}; this is ${HOST_VERSION}`);
  }
  return manifest;
}
