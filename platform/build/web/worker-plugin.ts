import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

const WORKER = /new\s+Worker\(\s*new\s+URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const ASSET = /new\s+URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/** Entry modules of workers that the first pass found, by output name. */
export type WorkerEntries = Map<string, string>;

/**
 * Rewrites `new URL('x', import.meta.url)` to files of the build, in first-party code and in
 * cornerstone. esbuild leaves such URLs unchanged, so workers and wasm would be missing at run
 * time. Only collects workers: they are built in a second pass, because one of cornerstone's
 * workers references itself and a nested build would deadlock.
 */
export function workerPlugin(entries: WorkerEntries): Plugin {
  return {
    name: 'clockface-workers',
    setup(build) {
      build.onResolve({ filter: /\?(worker|asset)$/ }, async (args) => {
        const [path = '', kind] = args.path.split('?');
        const resolved = await resolveReference(build, path, args.resolveDir, args.importer);
        if (resolved.errors.length > 0) return { errors: resolved.errors };
        return { path: resolved.path, namespace: `clockface-${kind}` };
      });
      // The address is relative to the file that contains this module, which can be a chunk that
      // modules in other folders share; only the module itself knows its own address.
      build.onLoad({ filter: /.*/, namespace: 'clockface-asset' }, (args) => ({
        contents: `import file from ${JSON.stringify(`${args.path}?file`)};
          export default new URL(file, import.meta.url).href;`,
        loader: 'js',
        resolveDir: dirname(args.path),
      }));
      build.onResolve({ filter: /\?file$/ }, (args) => ({
        path: args.path.replace(/\?file$/, ''),
        namespace: 'clockface-file',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-file' }, async (args) => ({
        contents: await readFile(args.path),
        loader: 'file',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-worker' }, (args) => {
        const name = basename(args.path).replace(/\.[cm]?[jt]sx?$/, '');
        const before = entries.get(name);
        if (before !== undefined && before !== args.path) {
          return { errors: [{ text: `Two workers are named ${name}: ${before}, ${args.path}` }] };
        }
        entries.set(name, args.path);
        return { contents: `export default '../workers/${name}.js';`, loader: 'js' };
      });
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async (args) => {
        const isOwnCode = args.path.startsWith(ROOT) && !args.path.includes('node_modules');
        if (!isOwnCode && !args.path.includes('@cornerstonejs')) return undefined;
        const text = await readFile(args.path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        return { contents: rewriteUrls(text), loader: loaderOf(args.path) };
      });
    },
  };
}

type PluginBuild = Parameters<Plugin['setup']>[0];

/**
 * Tries './x' when 'x' fails, because `new URL` treats both alike and the resolver treats 'x' as a
 * package.
 */
async function resolveReference(
  build: PluginBuild,
  path: string,
  resolveDir: string,
  importer: string,
) {
  const options = { resolveDir, importer, kind: 'import-statement' } as const;
  const direct = await build.resolve(path, options);
  if (direct.errors.length === 0 || path.startsWith('.')) return direct;
  return build.resolve(`./${path}`, options);
}

/** Turns each static URL of a module into an import of the built file. Exported for tests. */
export function rewriteUrls(text: string): string {
  const imports: string[] = [];
  const replace =
    (kind: 'worker' | 'asset', head: string) => (_all: string, _q: string, path: string) => {
      const name = `clockface_${kind}_${imports.length}`;
      imports.push(`import ${name} from ${JSON.stringify(`${path}?${kind}`)};`);
      return `${head}new URL(${name}, import.meta.url)`;
    };
  const body = text
    .replace(WORKER, replace('worker', 'new Worker('))
    .replace(ASSET, replace('asset', ''));
  return `${imports.join(' ')}${body}`;
}

function loaderOf(path: string): Loader {
  if (path.endsWith('.tsx')) return 'tsx';
  return /\.[cm]?ts$/.test(path) ? 'ts' : 'js';
}
