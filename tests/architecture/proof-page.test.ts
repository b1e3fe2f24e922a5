import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/proof.md', () => {
  it('names only existing tests', () => {
    const page = readFileSync(join(ROOT, 'docs/proof.md'), 'utf8');
    const named = [...page.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
