import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserStubs } from './browser-stubs.ts';
import { dcmjsPlugin } from './dcmjs-plugin.ts';
import { DEFAULT_OUT, ROOT } from './paths.ts';

interface TagRow {
  readonly tag: string;
}
/** Tag tables of cornerstone's metadata package, and the two functions that use dcmjs. */
interface Metadata {
  readonly mapTagInfo: ReadonlyMap<string, TagRow>;
  readonly mapModuleTags: ReadonlyMap<string, readonly TagRow[]>;
  readonly naturalizePart10Buffer: (bytes: Uint8Array) => Promise<unknown>;
  readonly naturalizeDicomwebMetadata: (json: unknown) => unknown;
  readonly dictionaryLookup: (tag: string) => TagRow | undefined;
  readonly resolveHexFromKeyword: (name: string) => string | undefined;
  readonly keywordIgnoringCase: (name: string) => string | undefined;
  readonly metadataLog: { warn(text: string): void; getLevel(): number };
}

const TAGS = '@cornerstonejs/metadata/utilities/Tags';
const HANDLERS = '@cornerstonejs/metadata/utilities/metadataProvider/naturalizedHandlers';

let folder: string;
let original: Metadata;
let standIn: Metadata;
let inputs: readonly string[];

/** Bundles cornerstone's metadata for a browser, imports the bundle and lists its inputs. */
async function load(name: string, plugins: NonNullable<Parameters<typeof build>[0]['plugins']>) {
  const outfile = join(folder, name);
  const { metafile } = await build({
    stdin: {
      // Bundles the whole package, because its display set rules look up keywords on load.
      contents: `export * from '@cornerstonejs/metadata';
        export * from '${TAGS}'; export * from '${HANDLERS}';
        export { logging } from '@cornerstonejs/utils';
        import { logging } from '@cornerstonejs/utils';
        export const metadataLog = logging.metadataLog;`,
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    logLevel: 'silent',
    define: { global: 'globalThis' },
    plugins: [browserStubs(), ...plugins],
  });
  const module: Metadata = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  return { module, inputs: Object.keys(metafile.inputs) };
}

beforeAll(async () => {
  // Located inside the tree, because the test runner transforms modules from outside.
  folder = mkdtempSync(join(ROOT, 'node_modules/.clockface-dcmjs-'));
  original = (await load('original.mjs', [])).module;
  const bundled = await load('stand-in.mjs', [dcmjsPlugin()]);
  standIn = bundled.module;
  inputs = bundled.inputs;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the dcmjs stand-in', () => {
  it('keeps the package out of the browser build', () => {
    expect(inputs.filter((path) => path.includes('node_modules/dcmjs'))).toEqual([]);
    expect(inputs.some((path) => path.endsWith('stand-ins/dcmjs.ts'))).toBe(true);
  });

  it('gives cornerstone the same tags and modules as the package', () => {
    expect(standIn.mapTagInfo.size).toBeGreaterThan(100);
    expect(standIn.mapTagInfo).toEqual(original.mapTagInfo);
    expect(standIn.mapModuleTags).toEqual(original.mapModuleTags);
    for (const name of ['Rows', 'Manufacturer', 'timeClusters', 'isWsi'])
      expect(standIn.resolveHexFromKeyword(name)).toBe(original.resolveHexFromKeyword(name));
    expect(standIn.dictionaryLookup('00280010')).toMatchObject({ name: 'Rows', vr: 'US', vm: '1' });
    expect(standIn.metadataLog.getLevel()).toBe(original.metadataLog.getLevel());
  });

  it('rejects removed parts by name where the package would return a value', async () => {
    const error = { name: 'NotInBrowserBuild' };
    const file = new Uint8Array(200);
    await expect(standIn.naturalizePart10Buffer(file)).rejects.toMatchObject(error);
    const json = { '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Doe' }] } };
    expect(original.naturalizeDicomwebMetadata(json)).toHaveProperty('PatientName');
    expect(() => standIn.naturalizeDicomwebMetadata(json)).toThrow(expect.objectContaining(error));
    expect(original.dictionaryLookup('00181000')).toMatchObject({ name: 'DeviceSerialNumber' });
    expect(() => standIn.dictionaryLookup('00181000')).toThrow(expect.objectContaining(error));
    expect(() => standIn.keywordIgnoringCase('rows')).toThrow(expect.objectContaining(error));
  });

  it('serves only cornerstone; other importers get the package', async () => {
    const entry = join(folder, 'own.mjs');
    writeFileSync(entry, "import { data } from 'dcmjs'; console.log(data);");
    const { metafile } = await build({
      entryPoints: [entry],
      outdir: DEFAULT_OUT,
      write: false,
      bundle: true,
      metafile: true,
      platform: 'browser',
      logLevel: 'silent',
      plugins: [browserStubs(), dcmjsPlugin()],
    });
    expect(Object.keys(metafile.inputs).some((path) => path.includes('dcmjs/build'))).toBe(true);
  });
});
