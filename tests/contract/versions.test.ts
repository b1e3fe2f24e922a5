import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRODUCT_VERSION } from '../../platform/server/site/product-version.ts';

describe('the version of the product', () => {
  it('is that of package.json and of the Python client', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const client = readFileSync('clients/python/pyproject.toml', 'utf8');
    expect(PRODUCT_VERSION).toBe(version);
    expect(/^version = "(.+)"$/m.exec(client)?.[1]).toBe(version);
  });
});
