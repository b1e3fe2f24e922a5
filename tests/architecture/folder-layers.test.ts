import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importCycles, importGraph, mutualFolders, unresolvedImports } from './folder-layers.ts';
import { sourceFiles } from './source-files.ts';

const MIN_FILES = 1_000;
const MIN_IMPORTS = 3_000;

const files = sourceFiles();
const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const graph = importGraph(files, aliases);

describe('the production files of platform and extensions', () => {
  it(`are more than ${MIN_FILES} files, whose imports all resolve to a file`, () => {
    expect(graph.size).toBeGreaterThan(MIN_FILES);
    expect([...graph.values()].flat().length).toBeGreaterThan(MIN_IMPORTS);
    expect(unresolvedImports(files, aliases)).toEqual([]);
  });

  it('have no import cycle', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it('are in folders that do not import each other', () => {
    const pairs = mutualFolders(graph).map(({ pair, imports }) => `${pair}: ${imports.join(', ')}`);
    expect(pairs).toEqual([]);
  });
});

/** Returns the import graph of files, given by path with the modules that each file imports. */
const graphOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  importGraph(filesOf(imports), { '#core': './platform/core/index.ts' });

const filesOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(imports).map(([path, specifiers]) => ({
    path,
    text: specifiers.map((specifier) => `import '${specifier}';\n`).join(''),
  }));

describe('importCycles', () => {
  it('reports a cycle over several files', () => {
    const cyclic = graphOf({
      'platform/core/a.ts': ['./b.ts'],
      'platform/core/b.ts': ['./deep/c.ts'],
      'platform/core/deep/c.ts': ['../a.ts'],
    });
    expect(importCycles(cyclic)).toEqual([
      'platform/core/a.ts → platform/core/b.ts → platform/core/deep/c.ts → platform/core/a.ts',
    ]);
  });

  it('reports a cycle of type imports and of import()', () => {
    const cyclic = importGraph(
      [
        { path: 'extensions/scanner/a.ts', text: "import type { B } from './b.ts';" },
        { path: 'extensions/scanner/b.ts', text: "const load = () => import('./a.ts');" },
      ],
      {},
    );
    expect(importCycles(cyclic)).toHaveLength(1);
  });

  it('reports a cycle through the alias of an entry point', () => {
    const cyclic = graphOf({
      'platform/core/index.ts': ['./a.ts'],
      'platform/core/a.ts': ['#core'],
    });
    expect(importCycles(cyclic)).toHaveLength(1);
  });

  it('reports a file that imports itself', () => {
    expect(importCycles(graphOf({ 'platform/ui/a.tsx': ['./a.tsx'] }))).toHaveLength(1);
  });

  it('accepts a file imported on two paths, and ignores test code', () => {
    const acyclic = graphOf({
      'platform/core/a.ts': ['./b.ts', './c.ts'],
      'platform/core/b.ts': ['./c.ts'],
      'platform/core/c.ts': ['./a.test.ts'],
      'platform/core/a.test.ts': ['./c.ts'],
    });
    expect(importCycles(acyclic)).toEqual([]);
  });
});

describe('mutualFolders', () => {
  it('reports two folders that import each other through different files', () => {
    const mutual = graphOf({
      'platform/server/http/a.ts': ['../mail/b.ts'],
      'platform/server/http/c.ts': ['../mail/b.ts'],
      'platform/server/mail/b.ts': [],
      'platform/server/mail/d.ts': ['../http/e.ts'],
      'platform/server/http/e.ts': [],
    });
    expect(mutualFolders(mutual)).toEqual([
      {
        pair: 'platform/server/http <> platform/server/mail',
        imports: ['platform/server/mail/d.ts → platform/server/http/e.ts'],
      },
    ]);
  });

  it('reports a folder and its subfolder that import each other', () => {
    const mutual = graphOf({
      'extensions/scanner/state/a.ts': ['./scan/b.ts'],
      'extensions/scanner/state/scan/b.ts': [],
      'extensions/scanner/state/scan/c.ts': ['../d.ts'],
      'extensions/scanner/state/d.ts': [],
    });
    expect(mutualFolders(mutual).map(({ pair }) => pair)).toEqual([
      'extensions/scanner/state <> extensions/scanner/state/scan',
    ]);
  });

  it('ignores imports by entry points and by test code', () => {
    const layered = graphOf({
      'platform/core/index.ts': ['./host/a.ts'],
      'platform/core/host/a.ts': ['../b.ts'],
      'platform/core/b.ts': [],
      'platform/core/b.test.ts': ['./host/a.ts'],
      'platform/core/test-support/c.ts': ['../host/a.ts'],
      'platform/core/host/d.ts': ['../test-support/c.ts'],
    });
    expect(mutualFolders(layered)).toEqual([]);
  });
});

describe('unresolvedImports', () => {
  it('reports an import of a missing file', () => {
    const missing = filesOf({ 'platform/ui/a.ts': ['./b.ts', 'react', './a.css'] });
    expect(unresolvedImports(missing, {})).toEqual(['platform/ui/a.ts → platform/ui/b.ts']);
  });
});
