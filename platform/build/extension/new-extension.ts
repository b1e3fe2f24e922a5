import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { extensionIdSchema } from '#contracts';
import { ROOT } from '../web/paths.ts';
import { detectorTestOf, modelManifestOf, modelSourceOf } from './model-template.ts';
import { panelManifestOf, panelSourceOf } from './panel-template.ts';
import { pythonModelFiles } from './python-template.ts';
import { detectorOf, manifestOf, type ReadmeParts, readmeOf, sourceOf } from './template.ts';
import { toolManifestOf, toolSourceOf } from './tool-template.ts';

const PYTHON = 'python-model';

/** Parts of an extension that shows itself in the reading room only. */
const READING_ROOM: ReadmeParts = { page: false, detector: false, test: false };

/** Extensions to start from: their manifest and the texts of their source files, by name. */
const TEMPLATES = {
  /** A page, a command, a panel, a setting and a finding provider. */
  page: {
    manifestOf,
    sourcesOf: (id: string) => ({
      'src/index.tsx': sourceOf(id),
      'src/detector.ts': detectorOf(),
    }),
    parts: { page: true, detector: true, test: false },
  },
  /** A panel that draws a layer over the planes, and a command that adds a mark. */
  panel: {
    manifestOf: panelManifestOf,
    sourcesOf: (id: string) => ({ 'src/index.tsx': panelSourceOf(id) }),
    parts: READING_ROOM,
  },
  /** A drawing tool with its own marks. */
  tool: {
    manifestOf: toolManifestOf,
    sourcesOf: (id: string) => ({ 'src/index.tsx': toolSourceOf(id) }),
    parts: READING_ROOM,
  },
  /** A finding provider with its test, and a button of the reading room that runs it. */
  model: {
    manifestOf: modelManifestOf,
    sourcesOf: (id: string) => ({
      'src/index.tsx': modelSourceOf(id),
      'src/detector.ts': detectorOf(),
      'src/detector.test.ts': detectorTestOf(),
    }),
    parts: { page: false, detector: true, test: true },
  },
} as const;
type ExtensionTemplate = keyof typeof TEMPLATES;
/** A Python model is no extension: it has no manifest, and runs as a worker of the server. */
export type TemplateName = ExtensionTemplate | typeof PYTHON;

/** Returns the template of a name; throws an error that lists the names. */
export function templateNamed(name: string): TemplateName {
  const names = [...Object.keys(TEMPLATES), PYTHON];
  const found = names.find((known): known is TemplateName => known === name);
  if (found !== undefined) return found;
  throw new Error(`'${name}' is not a template: use ${names.join(', ')}`);
}

/**
 * Writes a working third-party extension or Python model from a template. `id` is reverse-DNS, e.g.
 * `org.example.density`; throws when `id` is invalid or the folder exists. Returns the written
 * paths, relative to the folder.
 */
export async function writeNewExtension(
  folder: string,
  id: string,
  template: TemplateName = 'page',
): Promise<readonly string[]> {
  const parsed = extensionIdSchema.safeParse(id);
  if (!parsed.success || (template !== PYTHON && !id.includes('.')))
    throw new Error(
      `'${id}' is not the id of a third-party extension. Use a reverse domain name such as org.example.density`,
    );
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const files =
    template === PYTHON
      ? await pythonModelFiles(id, folder, pathToRoot(folder))
      : extensionFiles(id, folder, template);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
  return Object.keys(files);
}

function extensionFiles(
  id: string,
  folder: string,
  template: ExtensionTemplate,
): Readonly<Record<string, string>> {
  const { manifestOf: manifest, sourcesOf, parts } = TEMPLATES[template];
  return {
    'manifest.json': `${JSON.stringify(manifest(id), null, 2)}\n`,
    ...sourcesOf(id),
    'tsconfig.json': `${JSON.stringify(tsconfigOf(folder), null, 2)}\n`,
    'README.md': readmeOf(id, folder, pathToRoot(folder), parts),
  };
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
