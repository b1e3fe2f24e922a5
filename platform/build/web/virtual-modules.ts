import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type ExtensionManifest, manifestSchema } from '#contracts';
import { ROOT } from './paths.ts';

/** Extension folder of this tree with a valid manifest. */
export interface BuiltInExtension {
  readonly folder: string;
  readonly manifest: ExtensionManifest;
}

/**
 * Reads the manifests of the built-in extensions, sorted by folder name, without loading their
 * code. Throws with file and field when a manifest is invalid, because a build without that
 * extension would look complete.
 */
export async function readBuiltInExtensions(root = ROOT): Promise<readonly BuiltInExtension[]> {
  const extensions: BuiltInExtension[] = [];
  for (const folder of await folderNames(join(root, 'extensions'))) {
    const file = join(root, 'extensions', folder, 'manifest.json');
    if (!existsSync(file)) continue;
    const parsed = manifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (!parsed.success) throw new Error(`extensions/${folder}/manifest.json: ${parsed.error}`);
    if (parsed.data.id !== folder) {
      throw new Error(
        `extensions/${folder}/manifest.json: id is '${parsed.data.id}', not '${folder}'`,
      );
    }
    extensions.push({ folder, manifest: parsed.data });
  }
  return extensions;
}

async function folderNames(parent: string): Promise<readonly string[]> {
  if (!existsSync(parent)) return [];
  const entries = await readdir(parent, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Resolves `clockface:extensions`, `clockface:boot-previews` and `clockface:modes`: tables of what stands in the tree, so that
 * the platform names no extension and a new folder needs no edit. Each `load` is a literal dynamic
 * import, which gives every extension a chunk that a disabled one never requests.
 */
export function virtualModules(root = ROOT): Plugin {
  return {
    name: 'clockface-virtual-modules',
    setup(build) {
      build.onResolve({ filter: /^clockface:(extensions|boot-previews|modes)$/ }, (args) => ({
        path: args.path,
        namespace: 'clockface',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface' }, async (args) => ({
        contents: (await MODULES[args.path]?.(root)) ?? '',
        loader: 'js',
        resolveDir: root,
      }));
    },
  };
}

const MODULES: Readonly<Record<string, (root: string) => string | Promise<string>>> = {
  'clockface:extensions': extensionsModule,
  'clockface:boot-previews': bootPreviewsModule,
  'clockface:modes': modesModule,
};

async function extensionsModule(root: string): Promise<string> {
  const rows = (await readBuiltInExtensions(root))
    .filter(({ folder }) => existsSync(join(root, 'extensions', folder, 'index.ts')))
    .map(({ folder, manifest }) => {
      // The browser does not need the server half.
      const { server: _server, ...browserManifest } = manifest;
      const entryPoint = JSON.stringify(`./extensions/${folder}/index.ts`);
      return `{ manifest: ${JSON.stringify(browserManifest)}, load: () => import(${entryPoint}) },`;
    });
  return `export const builtInExtensions = [\n${rows.join('\n')}\n];\n`;
}

async function bootPreviewsModule(root: string): Promise<string> {
  const rows = (await readBuiltInExtensions(root))
    .filter(({ folder }) => existsSync(join(root, 'extensions', folder, 'boot-preview.ts')))
    .map(({ folder }) => {
      const entryPoint = JSON.stringify(`./extensions/${folder}/boot-preview.ts`);
      return `{ id: ${JSON.stringify(folder)}, load: () => import(${entryPoint}) },`;
    });
  return `export const bootPreviews = [\n${rows.join('\n')}\n];\n`;
}

function modesModule(root: string): string {
  const entryPoint = join(root, 'modes/index.ts');
  if (!existsSync(entryPoint)) return 'export const builtInModes = [];\n';
  return `import * as modes from './modes/index.ts';\nexport const builtInModes = Object.values(modes);\n`;
}
