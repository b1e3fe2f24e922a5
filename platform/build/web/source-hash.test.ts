import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashSources } from './source-hash.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file into a checkout and returns the hash of its sources. */
async function hashWith(checkout: string, path: string, text: string): Promise<string> {
  const root = join(folder, checkout);
  for (const name of ['package.json', 'package-lock.json', path]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), name === path ? text : '{}');
  }
  return hashSources(false, root);
}

describe.each(['checkout', 'server', 'server/clockface'])('the hash in a folder %s', (checkout) => {
  it('changes with a source of the web application', async () => {
    const before = await hashWith(checkout, 'platform/core/a.ts', 'one');
    expect(await hashWith(checkout, 'platform/core/a.ts', 'two')).not.toBe(before);
  });

  it.each(['extensions/scanner/server.ts', 'extensions/scanner/server/a.ts', 'modes/a.test.ts'])(
    'does not change with %s',
    async (path) => {
      const before = await hashWith(checkout, path, 'one');
      expect(await hashWith(checkout, path, 'two')).toBe(before);
    },
  );
});
