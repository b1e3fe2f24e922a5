import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type ExtensionManifest, manifestSchema } from '#contracts';
import { folderNames } from './folder-names.ts';
import { ROOT } from './paths.ts';
import { extensionTranslations, platformTranslations, translationsModule } from './translations.ts';

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

/**
 * Resolves `clockface:extensions`, `clockface:boot-previews`, `clockface:modes` and
 * `clockface:translations`: tables of what the tree contains, so that the platform names no
 * extension and a new folder needs no edit. Each `load` is a literal dynamic import, which gives
 * every extension a chunk that a disabled one never requests.
 */
export function virtualModules(root = ROOT): Plugin {
  return {
    name: 'clockface-virtual-modules',
    setup(build) {
      build.onResolve(
        { filter: /^clockface:(extensions|boot-previews|modes|translations(\/[\w-]+)?)$/ },
        (args) => ({
          path: args.path,
          namespace: 'clockface',
        }),
      );
      build.onLoad({ filter: /.*/, namespace: 'clockface' }, async (args) => ({
        contents: await moduleSource(args.path, root),
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
  'clockface:translations': translationsModule,
};

function moduleSource(path: string, root: string): string | Promise<string> {
  const [name = '', locale] = path.split('/');
  return locale === undefined ? (MODULES[name]?.(root) ?? '') : platformTranslations(root, locale);
}

async function extensionsModule(root: string): Promise<string> {
  const extensions = (await readBuiltInExtensions(root)).filter(({ folder }) =>
    existsSync(join(root, 'extensions', folder, 'index.ts')),
  );
  const rows = extensions.map(async ({ folder, manifest }) => {
    // The browser does not use the entries for the server.
    const { server: _server, ...browserManifest } = manifest;
    const entryPoint = JSON.stringify(`./extensions/${folder}/index.ts`);
    const loaders = await extensionTranslations(root, folder);
    return `{ manifest: ${JSON.stringify(browserManifest)}, translations: ${loaders}, load: () => import(${entryPoint}) },`;
  });
  return `export const builtInExtensions = [\n${(await Promise.all(rows)).join('\n')}\n];\n`;
}

async function bootPreviewsModule(root: string): Promise<string> {
  const rows = (await readBuiltInExtensions(root))
    .filter(({ folder }) => existsSync(join(root, 'extensions', folder, 'boot-preview.ts')))
    .map(({ folder, manifest }) => {
      const entryPoint = JSON.stringify(`./extensions/${folder}/boot-preview.ts`);
      const protocols = JSON.stringify(manifest.contributes.hangingProtocols);
      return `{ id: ${JSON.stringify(folder)}, protocols: ${protocols}, load: () => import(${entryPoint}) },`;
    });
  return `export const bootPreviews = [\n${rows.join('\n')}\n];\n`;
}

function modesModule(root: string): string {
  const entryPoint = join(root, 'modes/index.ts');
  if (!existsSync(entryPoint)) return 'export const builtInModes = [];\n';
  return `import * as modes from './modes/index.ts';\nexport const builtInModes = Object.values(modes);\n`;
}
