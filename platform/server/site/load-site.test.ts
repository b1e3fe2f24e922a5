import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicConfigSchema } from '#contracts';
import { silentLogger, unwrap } from '#foundation';
import { loadSite, siteConfigFile } from './load-site.ts';
import { publicConfigOf } from './public-config.ts';
import { loadServerRegistrations } from './server-registrations.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = 'a-key-of-sixteen-or-more';
function site(config: object = {}) {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey: KEY, ...config }));
  return loadSite(file, join(folder, 'extensions'));
}

/** Writes a built-in extension with `source` as its server entry point. */
function extension(id: string, source: string, manifest: object = {}): void {
  const home = join(folder, 'extensions', id);
  mkdirSync(home, { recursive: true });
  const baseManifest = {
    schema: 1,
    id,
    version: '1.0.0',
    title: id,
    description: id,
    host: '^1.0.0',
  };
  const server = { entry: 'server.mjs' };
  writeFileSync(
    join(home, 'manifest.json'),
    JSON.stringify({ ...baseManifest, server, ...manifest }),
  );
  writeFileSync(join(home, 'server.mjs'), source);
}
const handles = (id: string, jobType: string) =>
  `export const serverExtension = { id: '${id}', register(context) {
     context.jobs.handle('${jobType}', { onScanCompleted: true, run: async () => {} }); } };`;

describe('the site configuration', () => {
  it('comes from the default file unless the environment names another', () => {
    expect(siteConfigFile({})).toMatch(/config\/default\.json$/);
    expect(siteConfigFile({ CLOCKFACE_CONFIG: '/etc/site.json' })).toBe('/etc/site.json');
  });

  it('loads for the shipped default and example files', () => {
    for (const name of ['default', 'reading-room.example']) {
      const loaded = loadSite(siteConfigFile({ CLOCKFACE_CONFIG: `config/${name}.json` }));
      if (!loaded.ok) expect(loaded.problem.detail).toBe('');
      else expect(loaded.value.problems).toEqual([]);
    }
  });

  it.each([
    [{ BLIND_ANNOTATOR: ['STUDY_VIEW', 'PATIENT_VIEW'] }, 'PATIENT_VIEW'],
    [{ ADMIN: ['ADMIN_DEVICE'] }, 'ADMIN_ACCOUNT'],
    [{ BOSS: [] }, 'roles'],
    [{ VIEWER: ['EVERYTHING'] }, 'roles.VIEWER[0]'],
  ])('with %j as roles is rejected with the reason', (roles, named) => {
    const loaded = site({ roles });
    expect(!loaded.ok && loaded.problem.detail).toContain(named);
    expect(site({ roles: { VIEWER: ['PATIENT_VIEW'] } }).ok).toBe(true);
  });

  it('reports an unreadable or missing file as a named problem', () => {
    writeFileSync(join(folder, 'half.json'), '{"schema": 1,');
    for (const name of ['half.json', 'missing.json']) {
      const loaded = loadSite(join(folder, name), folder);
      expect(!loaded.ok && loaded.problem.code).toBe('SITE_CONFIG_UNREADABLE');
    }
  });

  it('reaches the browser as a whitelist without paths or secrets', () => {
    extension('one', handles('one', 'R3D'));
    const loaded = unwrap(site({ extensions: { one: { enabled: false, settings: { a: 1 } } } }));
    const published = publicConfigOf(loaded, []);
    expect(publicConfigSchema.parse(published)).toEqual(published);
    expect(published.extensions).toEqual({
      one: { enabled: false, settings: { a: 1 }, decidedBy: 'site' },
    });
    expect(JSON.stringify(published)).not.toContain(folder);
  });
});

describe('the loader of server halves', () => {
  it('loads enabled extensions and never loads disabled ones', async () => {
    extension('off', `throw new Error('loaded'); `);
    extension('on', handles('on', 'R3D'));
    const loaded = unwrap(site({ extensions: { off: { enabled: false } } }));
    const registrations = await loadServerRegistrations(loaded, silentLogger);
    expect(registrations.problems).toEqual([]);
    expect([...registrations.handlers.keys()]).toEqual(['R3D']);
  });

  it('rejects by name an extension that throws, names another id or claims a taken job type', async () => {
    extension('a-first', handles('a-first', 'R3D'));
    extension('b-second', handles('b-second', 'R3D'));
    extension('c-throws', `throw new Error('no model file');`);
    extension('d-liar', handles('someone', 'AUTO_DETECTION'));
    const registrations = await loadServerRegistrations(unwrap(site()), silentLogger);
    expect(registrations.handlers.get('R3D')?.extensionId).toBe('a-first');
    expect(registrations.handlers.size).toBe(1);
    expect(registrations.problems.map(({ source, detail }) => [source, detail])).toEqual([
      ['b-second', 'R3D is handled by a-first'],
      ['c-throws', 'no model file'],
      ['d-liar', 'The entry point has the id someone'],
    ]);
  });

  it('accepts one nipple model and rejects a second extension completely by name', async () => {
    const offers = (id: string, more = '') =>
      `export const serverExtension = { id: '${id}', register(context) { ${more}
         context.nipple.offer({ locate: async () => ({}) }); } };`;
    const handling = "context.jobs.handle('R3D', { onScanCompleted: true, run: async () => {} });";
    extension('a-first', offers('a-first'));
    extension('b-second', offers('b-second', handling));
    extension('c-twice', offers('c-twice', 'context.nipple.offer({});'));
    const registrations = await loadServerRegistrations(unwrap(site()), silentLogger);
    expect(registrations.nippleEntryPoint?.extensionId).toBe('a-first');
    expect(registrations.handlers.size).toBe(0);
    expect(registrations.problems.map(({ source, detail }) => [source, detail])).toEqual([
      ['b-second', 'The nipple is located by a-first'],
      ['c-twice', 'It offers a nipple model twice'],
    ]);
  });

  it('skips extensions with an invalid manifest or invalid settings and loads the others', async () => {
    extension('bad', handles('bad', 'R3D'), { version: 'one' });
    const settings = { type: 'object', properties: { speed: { type: 'number' } } };
    extension('set', handles('set', 'AUTO_DETECTION'), { contributes: { settings } });
    const invalidSite = unwrap(site({ extensions: { set: { settings: { speed: 'fast' } } } }));
    expect(invalidSite.problems.map(({ code }) => code)).toEqual([
      'MANIFEST_INVALID',
      'EXTENSION_SETTINGS_INVALID',
    ]);
    expect((await loadServerRegistrations(invalidSite, silentLogger)).handlers.size).toBe(0);
    const right = unwrap(site({ extensions: { set: { settings: { speed: 4 } } } }));
    expect((await loadServerRegistrations(right, silentLogger)).handlers.size).toBe(1);
  });
});
