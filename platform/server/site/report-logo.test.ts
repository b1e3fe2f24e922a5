import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPng } from '../images/test-support/images.ts';
import { loadSite } from './load-site.ts';
import { readReportLogo } from './report-logo.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'clockface-logo-')));
  mkdirSync(join(folder, 'site'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = () => join(folder, 'site/site.json');
const read = (logo?: string) =>
  readReportLogo(config(), { report: logo === undefined ? {} : { logo } });
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, 'site', name), bytes);

describe('readReportLogo', () => {
  it('reads a PNG beside the configuration, and null without a logo', () => {
    write('logo.png', aPng());
    expect(read('logo.png')).toMatchObject({ ok: true, value: expect.any(Uint8Array) });
    expect(read()).toEqual({ ok: true, value: null });
  });

  it.each([
    ['missing', 'none.png', 'could not be read'],
    ['outside the folder', '../outside.png', 'is not in the folder of the configuration file'],
    ['linked from outside', 'link.png', 'is not in the folder of the configuration file'],
    ['above 1 MiB', 'large.png', 'is larger than 1 MiB'],
    ['no PNG', 'text.png', 'is no PNG with 8 bits per channel'],
  ])('names the file and the reason for a logo that is %s', (_what, logo, reason) => {
    writeFileSync(join(folder, 'outside.png'), aPng());
    symlinkSync(join(folder, 'outside.png'), join(folder, 'site/link.png'));
    write('large.png', Buffer.alloc(1024 ** 2 + 1));
    write('text.png', Buffer.from('no image'));
    const result = read(logo);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problem).toMatchObject({ code: 'SITE_CONFIG_INVALID' });
    expect(result.problem.detail).toContain(`report.logo: ${logo} ${reason}`);
  });
});

describe('loadSite', () => {
  it('reads the logo, and fails at start for one that it cannot read', () => {
    write('logo.png', aPng());
    const site = { schema: 1, name: 'Test', apiKey: 'api-key-of-the-tests' };
    const load = (logo: string) => {
      writeFileSync(config(), JSON.stringify({ ...site, report: { logo } }));
      return loadSite(config());
    };
    expect(load('logo.png')).toMatchObject({ value: { reportLogo: expect.any(Uint8Array) } });
    expect(load('none.png')).toMatchObject({ ok: false });
  });
});
