import { describe, expect, it } from 'vitest';
import { siteConfigSchema } from '#contracts';
import { publicConfigOf } from './public-config.ts';
import type { Site } from './site.ts';
import { entryPointFailed, thirdPartyRejected } from './site-problems.ts';

const site = (problems: Site['problems']): Site => ({
  config: siteConfigSchema.parse({ schema: 1, name: 'Test', apiKey: 'api-key-of-the-tests' }),
  file: '/srv/clinic/site.json',
  extensions: [],
  thirdParty: [],
  problems,
});

describe('publicConfigOf', () => {
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
