import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../web/paths.ts';
import { buildExtension } from './build-extension.ts';
import { writeNewExtension } from './new-extension.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'clockface-extension-'));
  folder = join(parent, 'my-note');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('creates an extension that type-checks and builds unchanged', { timeout: 60_000 }, async () => {
  await writeNewExtension(folder, 'org.example.my-note');
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'inherit' });
  const built = await buildExtension(folder);
  const code = readFileSync(built.file, 'utf8');
  const imports = [...code.matchAll(/from"([^"]+)"/g)].map((match) => match[1]);
  expect(imports.sort()).toEqual(['@clockface/sdk', 'react', 'react/jsx-runtime']);
  expect(built.byteLength).toBeLessThan(2_000);
  const digest = createHash('sha384').update(code).digest('base64');
  expect(built.integrity).toBe(`sha384-${digest}`);
});

it('rejects an existing folder and an invalid id', async () => {
  await writeNewExtension(folder, 'org.example.my-note');
  await expect(writeNewExtension(folder, 'org.example.my-note')).rejects.toThrow('exists already');
  await expect(writeNewExtension(join(parent, 'b'), 'My Note')).rejects.toThrow(
    'not an extension id',
  );
});

it('rejects a build for another host version and names the version of this host', async () => {
  await writeNewExtension(folder, 'org.example.my-note');
  const file = join(folder, 'manifest.json');
  writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), host: '^7.0.0' }),
  );
  await expect(buildExtension(folder)).rejects.toThrow('requires host ^7.0.0; this is 1.0.0');
});

it('names the missing file when a folder is not an extension', async () => {
  await expect(buildExtension(parent)).rejects.toThrow('has no manifest.json');
});
