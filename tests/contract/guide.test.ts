import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as sdk from '#sdk';
import { manifestOf, readmeOf, sourceOf } from '../../platform/build/extension/template.ts';
import { ROOT } from '../../platform/build/web/paths.ts';

const ID = 'org.example.density';
const guide = readFileSync(join(ROOT, 'docs/extensions.md'), 'utf8');
const scripts = Object.keys(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as object,
);

/** Returns the lines of all code blocks in these languages, without indentation. */
function codeLines(languages: string): readonly string[] {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`(?:${languages})\\n(.*?)\`\`\``, 'gs'))];
  return blocks.flatMap((block) => (block[1] ?? '').trim().split('\n')).map((line) => line.trim());
}

describe('the extension guide', () => {
  it('shows only code that a new extension contains', () => {
    const generated = `${sourceOf(ID)}\n${JSON.stringify(manifestOf(ID), null, 2)}`.split('\n');
    const known = new Set(generated.map((line) => line.trim()));
    const shownLines = codeLines('tsx|json');
    expect(shownLines.length).toBeGreaterThan(15);
    expect(shownLines.filter((line) => !known.has(line))).toEqual([]);
  });

  it('shows the nipple model that the tests use', () => {
    const model = join(ROOT, 'tests/fixtures/nipple-models/org.example.nipple');
    for (const file of ['manifest.json', 'server.ts']) {
      expect(guide).toContain(readFileSync(join(model, file), 'utf8').trim());
    }
  });

  it('names only existing commands and tokens', () => {
    const named = [...`${guide}${readmeOf(ID, '/folder', '..')}`.matchAll(/npm run ([\w:]+)/g)];
    expect(named.length).toBeGreaterThan(2);
    expect(named.map((match) => match[1]).filter((name) => !scripts.includes(name ?? ''))).toEqual(
      [],
    );
    const tokens = [...guide.matchAll(/\w+Token\b/g)].map((match) => match[0]);
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((name) => !(name in sdk))).toEqual([]);
  });
});
