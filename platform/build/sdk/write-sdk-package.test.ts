import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSION_API_VERSION } from '#contracts';
import { ROOT } from '../web/paths.ts';
import { packSdk, writeSdkPackage } from './write-sdk-package.ts';

let folder: string;
let tarball: string;
let project: string;
const readme = readFileSync(join(ROOT, 'platform/sdk/package/README.md'), 'utf8');

/** Returns the first code block of the README in a language that contains a text. */
function exampleOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))];
  return blocks.map((block) => block[1] ?? '').find((block) => block.includes(part)) ?? '';
}

/** Type-checks the source in the fresh project; returns the messages of the compiler. */
function check(source: string): string {
  writeFileSync(join(project, 'src/index.ts'), source);
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  return spawnSync(compiler, ['-p', project, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-sdk-'));
  await writeSdkPackage(join(folder, 'content'));
  tarball = await packSdk(join(folder, 'content'), folder);
  project = join(folder, 'project');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(project, 'tsconfig.json'), exampleOf('json', 'compilerOptions'));
  const install = ['install', tarball, '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: project, stdio: 'pipe' });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball of @clockface/sdk', () => {
  it('has the version of the host, types, README and licence, and no code', () => {
    expect(tarball).toBe(join(folder, `clockface-sdk-${EXTENSION_API_VERSION}.tgz`));
    expect(statSync(tarball).size).toBeLessThan(2_000_000);
    const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    expect(list).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']));
    expect(list).toContain('package/types/sdk/index.d.ts');
    expect(list.filter((path) => /(?<!\.d)\.(c|m)?[jt]sx?$/.test(path))).toEqual([]);
  });

  it('is all that a new folder needs to type-check the example of its README', () => {
    const example = exampleOf('ts', 'defineExtension');
    expect(example).toContain('volumeToken');
    expect(check(example)).toBe('');
  }, 120_000);

  it('keeps the precise types of entities, routes and services', () => {
    const messages = check(`
      import { callRoute, type ExtensionContext, type Finding, newMark, volumeToken } from '@clockface/sdk';
      export async function use(context: ExtensionContext, finding: Finding) {
        const id: number = finding.id;
        const found = await callRoute(context, 'listFindings', { params: { scan: 'x' } });
        const opened = await context.use(volumeToken).open(3);
        const mark = newMark({ markType: 'CIRCLE' });
        return [id, found, opened, mark];
      }`);
    const lines = [...messages.matchAll(/index\.ts\((\d+),/g)].map((match) => Number(match[1]));
    expect([...new Set(lines)]).toEqual([4, 5, 6, 7]);
  }, 120_000);
});
