import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as sdk from '#sdk';
import { panelSourceOf } from '../../platform/build/extension/panel-template.ts';
import {
  detectorOf,
  manifestOf,
  readmeOf,
  sourceOf,
} from '../../platform/build/extension/template.ts';
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
    const manifest = JSON.stringify(manifestOf(ID), null, 2);
    const sources = [sourceOf(ID), detectorOf(), panelSourceOf(ID), manifest];
    const generated = sources.join('\n').split('\n');
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

  it('of AI findings shows the model of single images that the tests run', () => {
    const model = join(ROOT, 'tests/fixtures/third-party/image-model');
    const aiGuide = readFileSync(join(ROOT, 'docs/ai.md'), 'utf8');
    for (const file of ['manifest.json', 'src/index.ts', 'src/detector.ts']) {
      expect(aiGuide).toContain(readFileSync(join(model, file), 'utf8').trim());
    }
  });

  it('shows the additions and the mode that the tests place', () => {
    const kit = join(ROOT, 'tests/fixtures/third-party/reading-kit/manifest.json');
    const { contributes } = JSON.parse(readFileSync(kit, 'utf8'));
    const shown = /```jsonc\n("additions": .*?)```/s.exec(guide)?.[1] ?? '';
    const { additions, modes } = contributes;
    expect(JSON.parse(`{${shown}}`)).toEqual({ additions, modes });
  });

  it('names only existing commands and tokens', () => {
    const readme = readmeOf(ID, '/folder', '..', { page: true, detector: true, test: true });
    const named = [...`${guide}${readme}`.matchAll(/npm run ([\w:]+)/g)];
    expect(named.length).toBeGreaterThan(2);
    expect(named.map((match) => match[1]).filter((name) => !scripts.includes(name ?? ''))).toEqual(
      [],
    );
    const tokens = [...guide.matchAll(/\w+Token\b/g)].map((match) => match[0]);
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((name) => !(name in sdk))).toEqual([]);
  });
});
