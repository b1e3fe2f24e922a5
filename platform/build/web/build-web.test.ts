import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWeb } from './build-web.ts';
import { writeOutput } from './write-output.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'clockface-web-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const text = (name: string): string => readFileSync(join(out, name), 'utf8');
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('buildWeb', () => {
  /** Small entry modules, so that the test covers the build and not the application. */
  const entries = { boot: 'platform/foundation/index.ts', sdk: 'platform/foundation/index.ts' };

  it('builds once, and again only when output is missing or `force` is set', async () => {
    const build = (force = false) => buildWeb({ production: false, out, entries, force });
    expect((await build()).upToDate).toBe(false);
    expect((await build()).upToDate).toBe(true);
    expect((await build(true)).upToDate).toBe(false);
    rmSync(join(out, 'index.html'));
    expect((await build()).upToDate).toBe(false);
    expect(existsSync(join(out, 'index.html'))).toBe(true);
  });

  it('writes one import map for React and the SDK, with a hash for the content policy', async () => {
    await buildWeb({ production: false, out, entries });
    const importMaps = [
      ...text('index.html').matchAll(/<script type="importmap">(.*?)<\/script>/g),
    ];
    expect(importMaps).toHaveLength(1);
    const importMap = importMaps[0]?.[1] ?? '';
    const { imports } = JSON.parse(importMap);
    expect(Object.keys(imports).sort()).toEqual([
      '@clockface/sdk',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
    ]);
    for (const path of Object.values<string>(imports))
      expect(existsSync(join(out, path))).toBe(true);
    const hash = createHash('sha256').update(importMap).digest('base64');
    expect(JSON.parse(text('csp.json'))).toEqual({ scriptHashes: [`sha256-${hash}`] });
  });

  it('leaves the previous output unchanged when the sources do not compile', async () => {
    await buildWeb({ production: false, out, entries });
    const previousText = text('index.html');
    const broken = { ...entries, boot: 'platform/foundation/not-there.ts' };
    await expect(
      buildWeb({ production: false, out, entries: broken, force: true }),
    ).rejects.toThrow();
    expect(text('index.html')).toBe(previousText);
  });
});

describe('writeOutput', () => {
  const longText = 'const shadow = "acoustic";\n'.repeat(200);
  const options = { compress: true, last: ['index.html'] };

  it('writes compressed copies of large files only, which decompress to the same bytes', async () => {
    await writeOutput(
      out,
      new Map([
        ['assets/a-ABCDEFGH.js', bytes(longText)],
        ['small.js', bytes('1')],
      ]),
      options,
    );
    expect(
      brotliDecompressSync(readFileSync(join(out, 'assets/a-ABCDEFGH.js.br'))).toString(),
    ).toBe(longText);
    expect(gunzipSync(readFileSync(join(out, 'assets/a-ABCDEFGH.js.gz'))).toString()).toBe(
      longText,
    );
    expect(existsSync(join(out, 'small.js.br'))).toBe(false);
  });

  it('retains chunks of the previous build for open pages and removes them later', async () => {
    await writeOutput(out, new Map([['assets/a-AAAAAAAA.js', bytes('old')]]), options);
    writeFileSync(join(out, 'index.html.br'), 'of another build');
    const next = new Map([['assets/a-BBBBBBBB.js', bytes('new')]]);
    await writeOutput(out, next, options);
    expect(readdirSync(join(out, 'assets')).sort()).toEqual(['a-AAAAAAAA.js', 'a-BBBBBBBB.js']);
    expect(existsSync(join(out, 'index.html.br'))).toBe(false);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(out, 'assets/a-AAAAAAAA.js'), longAgo, longAgo);
    await writeOutput(out, next, options);
    expect(readdirSync(join(out, 'assets'))).toEqual(['a-BBBBBBBB.js']);
  });
});
