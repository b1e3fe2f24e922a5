import { afterEach, expect, it } from 'vitest';
import { manifestSchema, type PublicConfig } from '#contracts';
import { createExtensionHost, extensionSources, isSafeStart } from '#core';
import { defineTexts, ENGLISH, setLocale, silentLogger, systemClock } from '#foundation';

const manifest = manifestSchema.parse({
  schema: 1,
  id: 'org.example.note',
  version: '1.0.0',
  title: 'Note',
  description: 'A note.',
  host: '^1.0.0',
  entry: 'dist/index.js',
});

afterEach(() => setLocale(ENGLISH, [ENGLISH]));

function hostOf(url: string, imported: string[], safe = false) {
  const config: Pick<PublicConfig, 'extensions' | 'modes' | 'thirdParty'> = {
    extensions: {},
    modes: {},
    thirdParty: [{ manifest, url, settings: {} }],
  };
  const sources = extensionSources({
    builtIn: [],
    config,
    baseUrl: 'https://clinic.example/clockface/#/home',
    importModule: async (moduleUrl) => {
      imported.push(moduleUrl);
      return { extension: { id: manifest.id, activate: () => undefined } };
    },
  });
  const clock = systemClock;
  return createExtensionHost({ sources, modes: [], config, clock, log: silentLogger, safe });
}

it('imports a third-party module from the page’s own origin', async () => {
  const imported: string[] = [];
  const host = hostOf('third-party/note/dist/index.js', imported);
  expect((await host.activate(manifest.id)).ok).toBe(true);
  expect(imported).toEqual(['https://clinic.example/clockface/third-party/note/dist/index.js']);
  expect(host.extensions.getState()).toMatchObject([{ origin: 'third-party', state: 'active' }]);
});

it.each([
  'https://evil.example/index.js',
  '//evil.example/index.js',
  'http://clinic.example/index.js',
  'data:text/javascript,export const extension = {}',
  'https://clinic.example:8443/index.js',
  'http://[',
])('rejects %s by name and never requests the module', async (url) => {
  const imported: string[] = [];
  const host = hostOf(url, imported);
  expect(await host.activate(manifest.id)).toMatchObject({
    ok: false,
    problem: { code: 'OFF_ORIGIN', source: manifest.id, detail: expect.stringContaining(url) },
  });
  expect(imported).toEqual([]);
});

it('leaves out third-party extensions in a safe start and marks them', async () => {
  const imported: string[] = [];
  const host = hostOf('/third-party/note/dist/index.js', imported, true);
  expect((await host.activate(manifest.id)).ok).toBe(false);
  expect(host.extensions.getState()).toMatchObject([{ state: 'off', decidedBy: 'safe-start' }]);
  expect(imported).toEqual([]);
});

it('registers the translation of an extension in the language of the page before its code runs', async () => {
  setLocale('de', [ENGLISH, 'de']);
  const builtIn = manifestSchema.parse({ ...manifest, id: 'note', entry: undefined });
  const titles: string[] = [];
  const extensionOf = (id: string, area: string) => ({
    id,
    activate: () => void titles.push(defineTexts(area, { title: 'Note' }).title),
  });
  const sources = extensionSources({
    builtIn: [
      {
        manifest: builtIn,
        translations: { de: async () => ({ translations: { note: { title: 'Notiz' } } }) },
        load: async () => ({ extension: extensionOf('note', 'note') }),
      },
    ],
    config: { extensions: {}, thirdParty: [{ manifest, url: 'index.js', settings: {} }] },
    baseUrl: 'https://clinic.example/',
    importModule: async () => ({
      extension: extensionOf(manifest.id, 'foreign-note'),
      translations: { de: { 'foreign-note': { title: 'Fremde Notiz' } } },
    }),
  });
  const config = { extensions: {}, modes: {}, thirdParty: [] };
  const options = { sources, modes: [], config, clock: systemClock, log: silentLogger };
  const host = createExtensionHost(options);
  await host.activate('note');
  await host.activate(manifest.id);
  expect(titles).toEqual(['Notiz', 'Fremde Notiz']);
});

it("starts an extension in English when its translation can't be loaded", async () => {
  setLocale('de', [ENGLISH, 'de']);
  const [source] = extensionSources({
    builtIn: [
      {
        manifest,
        translations: { de: () => Promise.reject(new Error('offline')) },
        load: async () => 'the code',
      },
    ],
    config: { extensions: {}, thirdParty: [] },
    baseUrl: 'https://clinic.example/',
  });
  expect(await source?.load()).toBe('the code');
});

it.each([
  ['#/home?safe=1', true],
  ['#safe=1', true],
  ['#/scan?scan=1&safe=1', true],
  ['#/home?unsafe=1', false],
  ['#/home?safe=0', false],
  ['', false],
])('parses %s as safe start: %s', (hash, safe) => {
  expect(isSafeStart(hash)).toBe(safe);
});
