import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { browserStubs } from './browser-stubs.ts';
import { cssPlugin } from './css-plugin.ts';
import { sharedExternals } from './vendor.ts';
import { readBuiltInExtensions, virtualModules } from './virtual-modules.ts';
import { rewriteUrls } from './worker-plugin.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with these files; removed after the test. */
function createFolder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'clockface-build-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** Returns the text of every output. */
async function bundle(root: string, entry: string, plugins: readonly Plugin[]) {
  const result = await build({
    entryPoints: [join(root, entry)],
    outdir: join(root, 'out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
    plugins: [...plugins],
  });
  return result.outputFiles.map((file) => file.text);
}

describe('style sheets', () => {
  const css = cssPlugin({ minify: true, global: '' });

  it('keep classes separate when two folders have a sheet of the same name', async () => {
    const root = createFolder({
      'a/box.module.css': '.box { color: red }',
      'b/box.module.css': '.box { color: blue }',
      'main.js': `import a from './a/box.module.css'; import b from './b/box.module.css';
        console.log(a.box, b.box);`,
    });
    const [text = ''] = await bundle(root, 'main.js', [css]);
    const names = new Set([...text.matchAll(/\.(box\w+_box)/g)].map((match) => match[1]));
    expect(names.size).toBe(2);
  });

  it('ship with the code that uses them and are dropped where unused', async () => {
    const root = createFolder({
      'used.module.css': '.used { color: red }',
      'unused.module.css': '.unused { color: red }',
      'main.js': `import used from './used.module.css'; import unused from './unused.module.css';
        console.log(used.used);`,
    });
    const text = (await bundle(root, 'main.js', [css])).join();
    expect(text).toContain('color:red');
    expect(text).not.toContain('unused');
  });
});

describe('workers and binary files', () => {
  it('are imported instead of resolved relative to a moved module', () => {
    const text = `const a = new Worker(new URL('./w.js', import.meta.url), { type: 'module' });
      const b = new URL("codec/decodewasm", import.meta.url);`;
    const out = rewriteUrls(text);
    expect(out).toContain('import clockface_worker_0 from "./w.js?worker";');
    expect(out).toContain('import clockface_asset_1 from "codec/decodewasm?asset";');
    expect(out).toContain(
      "new Worker(new URL(clockface_worker_0, import.meta.url), { type: 'module' })",
    );
  });

  it('stay unchanged when the URL is computed at run time', () => {
    const text = 'const a = new URL(name, import.meta.url);';
    expect(rewriteUrls(text)).toBe(text);
  });
});

describe('React', () => {
  it('stays external, also for a CommonJS package that requires it', async () => {
    const root = createFolder({
      'node_modules/old/index.js': 'module.exports = require("react").useState;',
      'main.js': `import { useMemo } from 'react'; import old from 'old'; console.log(useMemo, old);`,
    });
    const [text = ''] = await bundle(root, 'main.js', [sharedExternals()]);
    expect(text).toMatch(/from "react"/);
    expect(text).not.toContain('Dynamic require of');
  });
});

describe('Node modules that codecs mention', () => {
  it('are empty in the browser', async () => {
    const root = createFolder({ 'main.js': "console.log(require('fs'), require('node:path'));" });
    const [text = ''] = await bundle(root, 'main.js', [browserStubs()]);
    expect(text).toContain('console.log');
    expect(text).not.toContain('require("fs")');
  });

  it('throw a named error instead of parsing XML wrongly', async () => {
    const root = createFolder({ 'main.js': "require('xmlbuilder2').create('<VTKFile/>');" });
    const [text = ''] = await bundle(root, 'main.js', [browserStubs()]);
    await expect(import(`data:text/javascript,${encodeURIComponent(text)}`)).rejects.toMatchObject({
      name: 'NotInBrowserBuild',
    });
  });
});

describe('the table of extensions', () => {
  const manifest = (id: string) =>
    JSON.stringify({ schema: 1, id, version: '1.0.0', title: id, description: id, host: '*' });

  it('gives each extension its own chunk and omits its server half', async () => {
    const withServer = { ...JSON.parse(manifest('one')), server: { entry: 'server.ts' } };
    const root = createFolder({
      'extensions/one/manifest.json': JSON.stringify(withServer),
      'extensions/one/index.ts': "export const extension = 'code of one';",
      'extensions/two/manifest.json': manifest('two'),
      'extensions/two/index.ts': "export const extension = 'code of two';",
      'main.js':
        "import { builtInExtensions } from 'clockface:extensions'; console.log(builtInExtensions);",
    });
    const texts = await bundle(root, 'main.js', [virtualModules(root)]);
    const main = texts.find((text) => text.includes('console.log')) ?? '';
    expect(main).not.toContain('code of');
    expect(main).not.toContain('server.ts');
    expect(texts.filter((text) => text.includes('code of'))).toHaveLength(2);
  });

  it('loads the translation of an extension separately from its code', async () => {
    const root = createFolder({
      'extensions/one/manifest.json': manifest('one'),
      'extensions/one/index.ts': "export const extension = 'code of one';",
      'extensions/one/texts/de/index.ts': "export const translations = { one: 'Text von eins' };",
      'main.js':
        "import { builtInExtensions } from 'clockface:extensions'; console.log(builtInExtensions);",
    });
    const texts = await bundle(root, 'main.js', [virtualModules(root)]);
    expect(texts.filter((text) => /code of one|Text von eins/.test(text))).toHaveLength(2);
  });

  it('fails the build with file and field when a manifest is invalid', async () => {
    const invalidFolder = createFolder({
      'extensions/one/manifest.json': '{"schema": 1, "id": "one"}',
    });
    await expect(readBuiltInExtensions(invalidFolder)).rejects.toThrow(
      /extensions\/one\/manifest.json.*version/s,
    );
    const misnamedFolder = createFolder({ 'extensions/one/manifest.json': manifest('two') });
    await expect(readBuiltInExtensions(misnamedFolder)).rejects.toThrow("id is 'two', not 'one'");
  });
});

describe('the table of translations', () => {
  it('has one chunk for each language, with the areas of all platform modules and modes', async () => {
    const root = createFolder({
      'platform/ui/texts/de/index.ts': "export const translations = { fields: 'Felder' };",
      'platform/ui/texts/area-texts.ts': 'export const areaTexts = {};',
      'modes/texts/de/index.ts': "export const translations = { titles: 'Titel' };",
      'extensions/one/texts/de/manifest-texts.ts': "export const manifest = { title: 'Eins' };",
      'modes/texts/pt-BR/index.ts': "export const translations = { titles: 'Nomes' };",
      'main.js':
        "import { translations } from 'clockface:translations'; console.log(translations);",
    });
    const texts = await bundle(root, 'main.js', [virtualModules(root)]);
    const main = texts.find((text) => text.includes('console.log')) ?? '';
    expect(main).toMatch(/"?de"?:.*"pt-BR":/s);
    expect(main).not.toMatch(/Felder|Titel|Eins|Nomes/);
    expect(texts.filter((text) => /Felder.*Titel.*Eins/s.test(text))).toHaveLength(1);
  });
});
