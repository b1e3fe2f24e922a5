import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

const STAND_IN = join(ROOT, 'platform/build/web/stand-ins/dcmjs.ts');
const CORNERSTONE = /[/\\]node_modules[/\\]@cornerstonejs[/\\]/;

/** Keywords of the display set rules, which cornerstone compiles on load. */
const RULE_KEYWORDS = ['DiffusionBValue', 'Manufacturer', 'ManufacturerModelName'];

interface DictionaryEntry {
  readonly tag: string;
  readonly name: string;
}

/**
 * Replaces `dcmjs` with a small stand-in when cornerstone imports it. The package would be a quarter
 * of the script that a page loads, and slice viewing uses little of it: the server parses the files
 * and planes are drawn from voxels. Other importers get the package.
 */
export function dcmjsPlugin(): Plugin {
  return {
    name: 'clockface-dcmjs',
    setup(build) {
      build.onResolve({ filter: /^dcmjs$/ }, ({ importer }) =>
        CORNERSTONE.test(importer) ? { path: 'dcmjs', namespace: 'clockface-dcmjs' } : undefined,
      );
      // Cornerstone uses named and default imports; first-party modules have no default exports.
      const path = JSON.stringify(STAND_IN);
      build.onLoad({ filter: /.*/, namespace: 'clockface-dcmjs' }, () => ({
        contents: `import * as all from ${path}; export * from ${path}; export default all;`,
        loader: 'js',
        resolveDir: ROOT,
      }));
      build.onResolve({ filter: /^clockface:dicom-keywords$/ }, ({ path: name }) => ({
        path: name,
        namespace: 'clockface-dicom-keywords',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-dicom-keywords' }, async () => ({
        contents: `export const dicomKeywords = ${JSON.stringify(await readKeywords())};`,
        loader: 'js',
      }));
    },
  };
}

/** Reads the entries of dcmjs's dictionary that cornerstone names. */
async function readKeywords() {
  const { nameMap, dictionary } = createRequire(import.meta.url)('dcmjs').data
    .DicomMetaDictionary as Readonly<
    Record<'nameMap' | 'dictionary', Readonly<Record<string, DictionaryEntry | undefined>>>
  >;
  const { moduleDefinitions } = await import('@cornerstonejs/metadata/utilities/modules/index');
  const entries = new Map<string, DictionaryEntry>();
  const unknown = new Set<string>();
  const keywordsInUse = moduleDefinitions.flatMap(([, keywords]) => keywords).concat(RULE_KEYWORDS);
  for (const keyword of keywordsInUse) {
    // Cornerstone lists private keywords as a pair of keyword and tag.
    const [key, table] =
      typeof keyword === 'string' ? [keyword, nameMap] : [keyword[1], dictionary];
    const entry = table[key];
    if (entry === undefined) unknown.add(key);
    else entries.set(entry.tag, entry);
  }
  return { entries: [...entries.values()], unknown: [...unknown] };
}
