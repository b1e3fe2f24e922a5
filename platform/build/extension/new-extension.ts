import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { extensionIdSchema } from '#contracts';
import { ROOT } from '../web/paths.ts';
import { manifestOf, readmeOf, sourceOf } from './template.ts';

/**
 * Writes a working third-party extension: a page, a command, a panel, a setting and a finding
 * provider. `id` is reverse-DNS, e.g. `org.example.density`; throws when `id` is invalid or the
 * folder exists. Returns the written paths, relative to the folder.
 */
export async function writeNewExtension(folder: string, id: string): Promise<readonly string[]> {
  const parsed = extensionIdSchema.safeParse(id);
  if (!parsed.success)
    throw new Error(`'${id}' is not an extension id: lower-case words with dots`);
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const files: Readonly<Record<string, string>> = {
    'manifest.json': `${JSON.stringify(manifestOf(id), null, 2)}\n`,
    'src/index.tsx': sourceOf(id),
    'tsconfig.json': `${JSON.stringify(tsconfigOf(folder), null, 2)}\n`,
    'README.md': readmeOf(id, folder, pathToRoot(folder)),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
  return Object.keys(files);
}

const pathToRoot = (folder: string): string => relative(folder, ROOT).replaceAll('\\', '/') || '.';

/**
 * Takes types from the tree that created the folder, so that the folder can be located anywhere.
 */
function tsconfigOf(folder: string): unknown {
  const root = pathToRoot(folder);
  return {
    extends: `${root}/tsconfig.json`,
    compilerOptions: {
      paths: {
        '@clockface/sdk': [`${root}/platform/sdk/index.ts`],
        react: [`${root}/node_modules/@types/react`],
        'react/*': [`${root}/node_modules/@types/react/*`],
      },
      typeRoots: [`${root}/node_modules/@types`],
    },
    include: ['src', `${root}/platform/ui/*.d.ts`],
    exclude: [],
  };
}
