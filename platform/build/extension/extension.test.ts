import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../web/paths.ts';
import { buildExtension } from './build-extension.ts';
import { type TemplateName, templateNamed, writeNewExtension } from './new-extension.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'clockface-extension-'));
  folder = join(parent, 'my-note');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const usesReact = (template: TemplateName): boolean => template === 'page' || template === 'panel';

it.each([
  ['page', 3_000],
  ['panel', 3_000],
  ['tool', 3_000],
  ['model', 3_000],
] as const)(
  'creates an extension from the template %s that type-checks and builds unchanged',
  {
    timeout: 120_000,
  },
  async (template, maxBytes) => {
    await writeNewExtension(folder, 'org.example.my-note', template);
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'inherit' });
    const built = await buildExtension(folder);
    const code = readFileSync(built.file, 'utf8');
    const imports = [...code.matchAll(/from"([^"]+)"/g)].map((match) => match[1]);
    const shared = ['react', 'react/jsx-runtime'];
    expect(imports.sort()).toEqual(['@clockface/sdk', ...(usesReact(template) ? shared : [])]);
    expect(built.byteLength).toBeLessThan(maxBytes);
  },
);

it('covers every served file by the integrity hash, and no file of the tools of the author', async () => {
  await writeNewExtension(folder, 'org.example.my-note', 'model');
  const { integrity } = await buildExtension(folder);
  const hashWith = async (path: string): Promise<string> => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'added');
    return (await buildExtension(folder)).integrity;
  };
  for (const path of ['package-lock.json', 'node_modules/other/index.js', '.git/a.js', 'notes.txt'])
    expect(await hashWith(path), path).toBe(integrity);
  for (const path of [
    'dist/more.js',
    'icon.svg',
    'model.wasm',
    'weights/model.onnx',
    'server/a.mjs',
  ])
    expect(await hashWith(path), path).not.toBe(integrity);
});

it.each(['page', 'panel', 'tool', 'model'] as const)(
  'names in the README of the template %s only files that it contains',
  async (template) => {
    const files = await writeNewExtension(folder, 'org.example.my-note', template);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/`(src\/[^`]+|manifest\.json)`/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !files.includes(name ?? ''))).toEqual([]);
  },
);

it('creates a model from a template whose own test passes, and fails for a changed model', {
  timeout: 60_000,
}, async () => {
  await writeNewExtension(folder, 'org.example.my-note', 'model');
  const test = (): unknown =>
    execFileSync(process.execPath, ['--test', join(folder, 'src/detector.test.ts')], {
      stdio: 'pipe',
    });
  expect(test).not.toThrow();
  const detector = join(folder, 'src/detector.ts');
  const text = readFileSync(detector, 'utf8');
  writeFileSync(detector, text.replace('darkness > 0.85', 'darkness > 0.99'));
  expect(test).toThrow();
});

it('creates a Python model of the given job type, and rejects an id that is no job type', async () => {
  const files = await writeNewExtension(folder, 'org.example.my-note', 'python-model');
  expect(files).toEqual(['model.py', 'test_model.py', 'README.md']);
  const model = readFileSync(join(folder, 'model.py'), 'utf8');
  expect(model).toContain('JOB_TYPE = "org.example.my-note"');
  expect(model).toContain('MODEL = Model("My note", "1.0.0")');
  expect(model).not.toMatch(/blobs\.py|org\.example\.blobs/);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain('create-worker --name my-note --types org.example.my-note');
  await expect(writeNewExtension(join(parent, 'b'), 'blobs', 'python-model')).rejects.toThrow(
    'is not a job type',
  );
});

it('rejects an existing folder and an invalid id', async () => {
  await writeNewExtension(folder, 'org.example.my-note');
  await expect(writeNewExtension(folder, 'org.example.my-note')).rejects.toThrow('exists already');
  for (const id of ['My Note', 'density']) {
    await expect(writeNewExtension(join(parent, 'b'), id), id).rejects.toThrow(
      'Use a reverse domain name',
    );
  }
});

it('rejects an unknown template and names the known ones', () => {
  expect(templateNamed('panel')).toBe('panel');
  expect(() => templateNamed('sidebar')).toThrow(
    "'sidebar' is not a template: use page, panel, tool, model, python-model",
  );
});

it('rejects a build for another host version and names the version of this host', async () => {
  await writeNewExtension(folder, 'org.example.my-note');
  const file = join(folder, 'manifest.json');
  writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), host: '^7.0.0' }),
  );
  await expect(buildExtension(folder)).rejects.toThrow(
    'requires extension API ^7.0.0; this is 1.0.0',
  );
});

it('names the missing file when a folder is not an extension', async () => {
  await expect(buildExtension(parent)).rejects.toThrow('has no manifest.json');
});
