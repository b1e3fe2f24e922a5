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
function loadTestSite(config: object = {}) {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey: KEY, ...config }));
  return loadSite(file, join(folder, 'extensions'));
}

/** Writes a built-in extension with `source` as its server entry point. */
function writeExtension(id: string, source: string, manifest: object = {}): void {
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
/** Returns the source of a server entry point that handles the job type. */
const handlerSource = (id: string, jobType: string) =>
  `export const serverExtension = { id: '${id}', register(context) {
     context.jobs.handle('${jobType}', { onScanCompleted: true, run: async () => {} }); } };`;

describe('the site configuration', () => {
  it('comes from the default file unless the environment names another', () => {
    expect(siteConfigFile({})).toMatch(/config\/default\.json$/);
    expect(siteConfigFile({ CLOCKFACE_CONFIG: '/etc/site.json' })).toBe('/etc/site.json');
  });

  it('names unknown ids and placeholders of the site’s letters and text blocks', () => {
    const letter = { en: { B3: 'On {date}', B7: 'x' }, de: { closing: '{gruss}' } };
    const file = join(folder, 'site.json');
    const textBlocks = [{ name: 'Cyst', abbreviation: 'cy', text: 'At {hour}' }];
    const extensions = { reporting: { settings: { letter, textBlocks } } };
    writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey: KEY, extensions }));
    const site = unwrap(loadSite(file));
    expect(site.problems.map(({ code, detail }) => [code, detail])).toEqual([
      ['LETTER_TEXT_INVALID', 'letter.en.B7 is not a text of the letter.'],
      ['LETTER_TEXT_INVALID', 'letter.de.closing has the unknown placeholder {gruss}.'],
      ['TEXT_BLOCK_INVALID', 'Cyst: {hour} is not a placeholder.'],
    ]);
    const reporting = site.extensions.find(({ manifest }) => manifest.id === 'reporting');
    // One wrong text does not switch the extension off.
    expect(reporting?.serverEnabled).toBe(true);
  });

  it('names unknown checks of the report, and levels that stay higher', () => {
    const checks = {
      'no-such-check': 'off',
      'side-in-finding-text': 'off',
      'density-missing': 'off',
    };
    const file = join(folder, 'site.json');
    const extensions = { reporting: { settings: { checks } } };
    writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey: KEY, extensions }));
    const site = unwrap(loadSite(file));
    expect(site.problems.map(({ code, detail }) => [code, detail])).toEqual([
      ['CHECK_LEVEL_INVALID', 'checks.no-such-check is no check of the report.'],
      ['CHECK_LEVEL_INVALID', 'checks.side-in-finding-text can’t be set to off; it stays block.'],
    ]);
  });

  it('names abbreviations of text blocks that are invalid or not unique', () => {
    const textBlocks = [
      { name: 'Cyst', abbreviation: 'cy', text: 'Cyst.' },
      { name: 'Zyste', abbreviation: 'CY', text: 'Zyste.', language: 'de' },
      { name: 'Two', abbreviation: 'c.y', text: 'Two.' },
      { name: 'English', abbreviation: 'sz', text: 'Size.', language: 'en' },
      { name: 'Deutsch', abbreviation: 'sz', text: 'Größe.', language: 'de' },
      { name: 'Läsion', abbreviation: 'lä-1_b', text: 'Oval.' },
    ];
    const file = join(folder, 'site.json');
    const extensions = { reporting: { settings: { textBlocks } } };
    writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey: KEY, extensions }));
    const { problems } = unwrap(loadSite(file));
    expect(problems.map(({ code, detail }) => [code, detail])).toEqual([
      ['TEXT_BLOCK_INVALID', 'Cyst and Zyste have the abbreviation ;CY.'],
      ['TEXT_BLOCK_INVALID', 'Two: fields do not expand ;c.y.'],
    ]);
  });

  it('is valid in the shipped default and example files', () => {
    for (const name of ['default', 'reading-room.example']) {
      const loaded = loadSite(siteConfigFile({ CLOCKFACE_CONFIG: `config/${name}.json` }));
      expect(unwrap(loaded).problems).toEqual([]);
    }
  });

  it.each([
    [{ BLIND_ANNOTATOR: ['STUDY_VIEW', 'PATIENT_VIEW'] }, 'PATIENT_VIEW'],
    [{ ADMIN: ['ADMIN_DEVICE'] }, 'ADMIN_ACCOUNT'],
    [{ BOSS: [] }, 'roles'],
    [{ VIEWER: ['EVERYTHING'] }, 'roles.VIEWER[0]'],
  ])('with %j as roles is rejected with the reason', (roles, reason) => {
    const loaded = loadTestSite({ roles });
    expect(!loaded.ok && loaded.problem.detail).toContain(reason);
    expect(loadTestSite({ roles: { VIEWER: ['PATIENT_VIEW'] } }).ok).toBe(true);
  });

  it.each([
    [{ server: { host: '0.0.0.0' } }, 'server.host'],
    [{ server: { trustedProxies: ['127.0.0.1'] } }, 'server.trustedProxies'],
    [{ publicUrl: 'https://clinic.example' }, 'publicUrl'],
  ])('with demonstration accounts and %j is rejected with the reason', (config, reason) => {
    const loaded = loadTestSite({ ...config, demonstration: { enabled: true } });
    expect(!loaded.ok && loaded.problem.detail).toContain(reason);
    expect(loadTestSite(config).ok).toBe(true);
  });

  it('permits demonstration accounts on loopback, also with a public address of this machine', () => {
    for (const publicUrl of [null, 'http://127.0.0.1:4300', 'https://localhost/clockface']) {
      expect(loadTestSite({ publicUrl, demonstration: { enabled: true } }).ok).toBe(true);
    }
  });

  it('reports an unreadable or missing file as a named problem', () => {
    writeFileSync(join(folder, 'half.json'), '{"schema": 1,');
    for (const name of ['half.json', 'missing.json']) {
      const loaded = loadSite(join(folder, name), folder);
      expect(!loaded.ok && loaded.problem.code).toBe('SITE_CONFIG_UNREADABLE');
    }
  });

  it('reaches the browser as a whitelist without paths or secrets', () => {
    writeExtension('one', handlerSource('one', 'R3D'));
    const loaded = unwrap(
      loadTestSite({ extensions: { one: { enabled: false, settings: { a: 1 } } } }),
    );
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
    writeExtension('off', `throw new Error('loaded'); `);
    writeExtension('on', handlerSource('on', 'R3D'));
    const loaded = unwrap(loadTestSite({ extensions: { off: { enabled: false } } }));
    const registrations = await loadServerRegistrations(loaded, silentLogger);
    expect(registrations.problems).toEqual([]);
    expect([...registrations.handlers.keys()]).toEqual(['R3D']);
  });

  it('rejects an extension that throws, has another id or claims a taken job type, and names the extension', async () => {
    writeExtension('a-first', handlerSource('a-first', 'R3D'));
    writeExtension('b-second', handlerSource('b-second', 'R3D'));
    writeExtension('c-throws', `throw new Error('no model file');`);
    writeExtension('d-liar', handlerSource('someone', 'AUTO_DETECTION'));
    const registrations = await loadServerRegistrations(unwrap(loadTestSite()), silentLogger);
    expect(registrations.handlers.get('R3D')?.extensionId).toBe('a-first');
    expect(registrations.handlers.size).toBe(1);
    expect(registrations.problems.map(({ source, detail }) => [source, detail])).toEqual([
      ['b-second', 'R3D is handled by a-first'],
      ['c-throws', 'no model file'],
      ['d-liar', 'The entry point has the id someone'],
    ]);
  });

  it('accepts the nipple model of one extension and rejects further extensions with all their parts', async () => {
    const nippleSource = (id: string, more = '') =>
      `export const serverExtension = { id: '${id}', register(context) { ${more}
         context.nipple.offer({ locate: async () => ({}) }); } };`;
    const handling = "context.jobs.handle('R3D', { onScanCompleted: true, run: async () => {} });";
    writeExtension('a-first', nippleSource('a-first'));
    writeExtension('b-second', nippleSource('b-second', handling));
    writeExtension('c-twice', nippleSource('c-twice', 'context.nipple.offer({});'));
    const registrations = await loadServerRegistrations(unwrap(loadTestSite()), silentLogger);
    expect(registrations.nippleEntryPoint?.extensionId).toBe('a-first');
    expect(registrations.handlers.size).toBe(0);
    expect(registrations.problems.map(({ source, detail }) => [source, detail])).toEqual([
      ['b-second', 'The nipple is located by a-first'],
      ['c-twice', 'It offers a nipple model twice'],
    ]);
  });

  it('skips extensions with an invalid manifest or invalid settings and loads the others', async () => {
    writeExtension('bad', handlerSource('bad', 'R3D'), { version: 'one' });
    const settings = { type: 'object', properties: { speed: { type: 'number' } } };
    writeExtension('set', handlerSource('set', 'AUTO_DETECTION'), { contributes: { settings } });
    const invalidSite = unwrap(
      loadTestSite({ extensions: { set: { settings: { speed: 'fast' } } } }),
    );
    expect(invalidSite.problems.map(({ code }) => code)).toEqual([
      'MANIFEST_INVALID',
      'EXTENSION_SETTINGS_INVALID',
    ]);
    expect((await loadServerRegistrations(invalidSite, silentLogger)).handlers.size).toBe(0);
    const validSite = unwrap(loadTestSite({ extensions: { set: { settings: { speed: 4 } } } }));
    expect((await loadServerRegistrations(validSite, silentLogger)).handlers.size).toBe(1);
  });
});
