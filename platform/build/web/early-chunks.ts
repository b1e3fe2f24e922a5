import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { BOOT_PREVIEW, BOOT_SOURCE, START_SOURCE } from './entry-outputs.ts';
import { ROOT } from './paths.ts';
import { readBuiltInExtensions, virtualModules } from './virtual-modules.ts';

/** Namespace of the modules that replace an entry point; part of its name in the metafile. */
export const ENTRY_NAMESPACE = 'clockface-entry';
const ENTRY_SOURCE = /^(platform|extensions|modes)\/.*\.tsx?$/;
/** Entry points that run before the start, because its modules need the translations. */
const BEFORE_START = /^platform\/workstation\/locale\//;
const FILES = ['.css', '.svg', '.png', '.woff2', '.wasm'] as const;

/** Modules that every page runs before others, by path relative to the root. */
export interface EarlyModules {
  /** Modules of the boot script, and those of the platform that boot previews need. */
  readonly boot: readonly string[];
  /** Modules of the start of the program. */
  readonly start: readonly string[];
}

/** Lists the early modules by bundling them in memory. */
export async function findEarlyModules(root = ROOT): Promise<EarlyModules> {
  const previews = (await readBuiltInExtensions(root))
    .map(({ folder }) => `extensions/${folder}/boot-preview.ts`)
    .filter((path) => existsSync(join(root, path)));
  const [boot, start] = await Promise.all([
    modulesOf(root, [BOOT_SOURCE, ...previews]),
    modulesOf(root, [START_SOURCE]),
  ]);
  // The code of an extension loads only with that extension. The boot script itself waits for the
  // start, which must not import it in turn.
  const isShared = (path: string): boolean =>
    path !== BOOT_SOURCE && !path.startsWith('extensions/');
  return { boot: boot.filter(isShared), start };
}

async function modulesOf(root: string, entryPoints: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: root,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'silent',
    loader: Object.fromEntries(FILES.map((extension) => [extension, 'empty'])),
    plugins: [externalDynamicImports, virtualModules(root)],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const paths = inputs.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 && ENTRY_SOURCE.test(path) ? path : [],
  );
  return [...new Set(paths)].sort();
}

const externalDynamicImports: Plugin = {
  name: 'clockface-external-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/**
 * Groups modules into few chunks: one for `boot`, one for `start`, and one per extension for its
 * boot preview with the modules that only this extension uses. esbuild writes one chunk for each set
 * of entry points that share modules, which would be dozens of chunks of about 1 kB. Every entry
 * point therefore imports all early modules, which the page has loaded before the entry point
 * anyway; an entry point that runs before the start imports only `boot`.
 */
export function earlyChunks(early: EarlyModules, root = ROOT): Plugin {
  const unwrapped = Symbol('resolved without the module that replaces the entry point');
  return {
    name: 'clockface-early-chunks',
    setup(build) {
      build.onResolve(
        { filter: /.*/ },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          const isEntry = kind === 'dynamic-import' || kind === 'entry-point';
          if (!isEntry || pluginData === unwrapped) return undefined;
          const resolved = await build.resolve(path, {
            kind,
            importer,
            resolveDir: resolveDir === '' ? root : resolveDir,
            pluginData: unwrapped,
          });
          if (resolved.errors.length > 0) return { errors: resolved.errors };
          const source = relative(root, resolved.path).replaceAll('\\', '/');
          if (resolved.namespace !== 'file' || !ENTRY_SOURCE.test(source)) return undefined;
          return { path: source, namespace: ENTRY_NAMESPACE };
        },
      );
      build.onLoad({ filter: /.*/, namespace: ENTRY_NAMESPACE }, ({ path }) => ({
        contents: entryModule(path, early, root),
        resolveDir: root,
      }));
    },
  };
}

/**
 * Returns the source that replaces an entry point: imports of the early modules, then a re-export of
 * the entry point. The imports have unused names, because esbuild reports an import without names of
 * a module without side effects as an error.
 */
function entryModule(source: string, { boot, start }: EarlyModules, root: string): string {
  const preview = `${source.split('/', 2).join('/')}/boot-preview.ts`;
  const isEarly = source === BOOT_SOURCE || BOOT_PREVIEW.test(source) || BEFORE_START.test(source);
  const first = [
    ...boot,
    ...(isEarly ? [] : start),
    ...(existsSync(join(root, preview)) ? [preview] : []),
  ].filter((path) => path !== source);
  const lines = first.map(
    (path, idx) => `import * as early${idx} from ${JSON.stringify(`./${path}`)};`,
  );
  return [...lines, `export * from ${JSON.stringify(`./${source}`)};`].join('\n');
}
