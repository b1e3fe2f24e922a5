import { describe, expect, it } from 'vitest';
import { manifestSchema, siteConfigSchema } from '#contracts';
import { publicConfigOf } from './public-config.ts';
import type { Site } from './site.ts';
import { entryPointFailed, thirdPartyRejected } from './site-problems.ts';

const A_MANIFEST = manifestSchema.parse({
  schema: 1,
  id: 'org.example.density',
  version: '1.0.0',
  title: 'Density',
  description: 'Density',
  host: '*',
});

const site = (problems: Site['problems']): Site => ({
  config: siteConfigSchema.parse({ schema: 1, name: 'Test', apiKey: 'api-key-of-the-tests' }),
  file: '/srv/clinic/site.json',
  extensions: [],
  thirdParty: [],
  problems,
});

describe('publicConfigOf', () => {
  it('contains the settings of the live connection', () => {
    const { connection } = publicConfigOf(site([]), []);
    expect(connection).toEqual({
      reconnectMs: 1_000,
      keepaliveSeconds: 60,
      connectTimeoutMs: 30_000,
    });
  });

  it('contains what the site permits extensions to place, only where set', () => {
    const manifest = { ...A_MANIFEST, entry: 'dist/index.js' };
    const base = site([]);
    const config = siteConfigSchema.parse({
      ...base.config,
      extensions: { reporting: { additions: ['reading'], modes: false } },
    });
    const reporting = { ...A_MANIFEST, id: 'reporting' };
    const { extensions, thirdParty } = publicConfigOf(
      {
        ...base,
        config,
        extensions: [
          { manifest: reporting, folder: '/', enabled: true, serverEnabled: true, settings: {} },
        ],
        thirdParty: [
          {
            manifest,
            folder: '/srv',
            digests: null,
            placement: { additions: false },
            settings: {},
          },
        ],
      },
      [],
    );
    expect(extensions.reporting).toMatchObject({ additions: ['reading'], modes: false });
    expect(thirdParty).toMatchObject([{ additions: false }]);
    expect(thirdParty[0]).not.toHaveProperty('modes');
  });

  it('names files in problems without their paths on the server', () => {
    const allProblems = [
      thirdPartyRejected('THIRD_PARTY_MISSING', '/srv/clinic/ext', 'No /srv/clinic/ext here.'),
      thirdPartyRejected('THIRD_PARTY_MISSING', '../own/ext', 'The folder does not exist.'),
    ];
    const failed = entryPointFailed(
      'scanner',
      "Cannot find module '/srv/app/a.ts' imported from file:///srv/app/b.ts",
    );
    const { problems } = publicConfigOf(site(allProblems), [failed]);
    expect(problems.map(({ title }) => title)).toEqual([
      'The third-party extension …/ext was rejected',
      'The third-party extension ../own/ext was rejected',
      'The server part of scanner could not be started',
    ]);
    expect(problems.at(-1)?.detail).toBe("Cannot find module '…/a.ts' imported from …/b.ts");
    expect(JSON.stringify(problems)).not.toContain('/srv');
  });
});
