import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderNames } from './folder-names.ts';

/** Returns the locales of a module: folders `texts/<locale>` that contain an index. */
async function localesOf(root: string, module: string): Promise<readonly string[]> {
  const folder = join(root, module, 'texts');
  return (await folderNames(folder)).filter((locale) =>
    existsSync(join(folder, locale, 'index.ts')),
  );
}

/** Returns the folders whose translations load together before the program. */
async function platformModules(root: string): Promise<readonly string[]> {
  const names = await folderNames(join(root, 'platform'));
  return [...names.map((name) => `platform/${name}`), 'modes'];
}

const table = (locales: readonly string[], moduleOf: (locale: string) => string): string =>
  `{ ${locales.map((locale) => `"${locale}": () => import("${moduleOf(locale)}")`).join(', ')} }`;

/** Returns the loaders of an extension's translations by locale, as source. */
export async function extensionTranslations(root: string, folder: string): Promise<string> {
  const module = `extensions/${folder}`;
  return table(await localesOf(root, module), (locale) => `./${module}/texts/${locale}/index.ts`);
}

/**
 * Returns the source of `clockface:translations`: loaders by locale. A locale exists as soon as any
 * module of the platform has its folder.
 */
export async function translationsModule(root: string): Promise<string> {
  const modules = await platformModules(root);
  const locales = await Promise.all(modules.map((module) => localesOf(root, module)));
  const loaders = table(
    [...new Set(locales.flat())].sort(),
    (locale) => `clockface:translations/${locale}`,
  );
  return `export const translations = ${loaders};\n`;
}

/**
 * Returns the source of `clockface:translations/<locale>`: all areas of platform and modes, and the
 * manifests of extensions, whose titles appear before their code loads.
 */
export async function platformTranslations(root: string, locale: string): Promise<string> {
  const modules = await platformModules(root);
  const locales = await Promise.all(modules.map((module) => localesOf(root, module)));
  const translated = modules.filter((_, idx) => locales[idx]?.includes(locale));
  const lines = translated.map((module, idx) => ({
    from: `import { translations as part${idx} } from "./${module}/texts/${locale}/index.ts";`,
    entry: `...part${idx}`,
  }));
  const extensions = (await folderNames(join(root, 'extensions'))).map((folder, idx) => ({
    path: `extensions/${folder}/texts/${locale}/manifest-texts.ts`,
    name: `manifest${idx}`,
    area: `manifest.${folder}`,
  }));
  for (const { path, name, area } of extensions) {
    if (!existsSync(join(root, path))) continue;
    lines.push({
      from: `import { manifest as ${name} } from "./${path}";`,
      entry: `"${area}": ${name}`,
    });
  }
  const imports = lines.map(({ from }) => from).join('\n');
  const entries = lines.map(({ entry }) => entry).join(', ');
  return `${imports}\nexport const translations = { ${entries} };\n`;
}
