import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type TextTree, textAreas } from '#foundation';

const ROOT = new URL('../../../', import.meta.url);

/** Returns the paths of the entries of a folder of the repository. */
export const entriesOf = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, ROOT)).map((name) => `${folder}/${name}`);

/** Loads a module of the repository by path. */
export const load = async (path: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ new URL(path, ROOT).href);

/** Texts of all modules by area. */
export interface Catalogues {
  readonly english: readonly (readonly [area: string, texts: TextTree])[];
  readonly german: Readonly<Record<string, TextTree>>;
}

/** Loads the catalogues of platform, extensions and modes. */
export async function loadCatalogues(): Promise<Catalogues> {
  const german: Record<string, TextTree> = {};
  const catalogues = new Set<unknown>();
  for (const module of [...entriesOf('platform'), ...entriesOf('extensions'), 'modes']) {
    const folder = `${module}/texts`;
    if (!existsSync(new URL(folder, ROOT))) continue;
    for (const path of entriesOf(folder)) {
      if (!path.endsWith('-texts.ts')) continue;
      for (const texts of Object.values(await load(path))) catalogues.add(texts);
    }
    const index = `${folder}/de/index.ts`;
    if (existsSync(new URL(index, ROOT))) Object.assign(german, (await load(index)).translations);
  }
  // Other tests in this process define areas too.
  const english = [...textAreas()].filter(([, texts]) => catalogues.has(texts));
  return { english, german };
}

const stringsOf = (tree: TextTree): readonly string[] =>
  Object.values(tree).flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    return typeof entry === 'object' ? stringsOf(entry) : [];
  });

/** Returns the titles of a manifest and of its contributions. */
function manifestTitles(folder: string): readonly string[] {
  const text = readFileSync(new URL(`${folder}/manifest.json`, ROOT), 'utf8');
  const { title, contributes } = JSON.parse(text);
  const titles = Object.values(contributes)
    .filter(Array.isArray)
    .flatMap((entries: readonly { readonly title?: string }[]) =>
      entries.map((entry) => entry.title ?? ''),
    );
  return [title, ...titles];
}

/**
 * Returns the English texts of translated areas and manifests that occur in no German text. Omits
 * functions, whose texts contain values, and texts of at most two characters.
 */
export async function englishOnly(): Promise<ReadonlySet<string>> {
  const { english, german } = await loadCatalogues();
  const extensions = entriesOf('extensions');
  const manifests = await Promise.all(
    extensions.map(
      async (folder) =>
        (await load(`${folder}/texts/de/manifest-texts.ts`)) as { readonly manifest: TextTree },
    ),
  );
  const germanTexts = new Set([...stringsOf(german), ...manifests.flatMap(stringsOf)]);
  const texts = english.filter(([area]) => Object.hasOwn(german, area));
  return new Set(
    [...texts.flatMap(([, tree]) => stringsOf(tree)), ...extensions.flatMap(manifestTitles)].filter(
      (text) => text.length > 2 && !germanTexts.has(text),
    ),
  );
}
