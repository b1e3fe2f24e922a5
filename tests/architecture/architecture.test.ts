import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkImports } from './check-imports.ts';
import { parseSource } from './parse-source.ts';
import { specifiersOf } from './read-imports.ts';
import { sourceFiles, trackedFiles } from './source-files.ts';

const files = sourceFiles();
/** Fewer files mean that the check reads another tree. */
const MIN_FILES = 2_000;
const MAX_FILE_LINES = 500;
/** Parsing all files takes 3 s on an idle machine. */
const PARSE_TIMEOUT_MS = 120_000;
const EXTENSIONS = ['admin', 'ai-findings', 'breast-planes', 'cloud-sync', 'reporting', 'scanner'];
const TOP_LEVEL = [
  '.ci',
  '.gitignore',
  '.github',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'clients',
  'config',
  'docs',
  'extensions',
  'modes',
  'package-lock.json',
  'package.json',
  'platform',
  'tests',
  'tsconfig.json',
];

const lineCount = (text: string): number => text.trimEnd().split('\n').length;
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

describe('the repository', () => {
  it(`has at least ${MIN_FILES} source files, which all tests here read`, () => {
    expect(files.length).toBeGreaterThanOrEqual(MIN_FILES);
  });

  it('complies with the import table', { timeout: PARSE_TIMEOUT_MS }, () => {
    const violations = checkImports(files).map(
      ({ path, specifier, reason }) => `${path}: ${specifier}: ${reason}`,
    );
    expect(violations).toEqual([]);
  });

  it('has only the listed top-level entries', () => {
    const top = new Set(trackedFiles().map((path) => path.split('/')[0] ?? ''));
    expect([...top].filter((name) => !TOP_LEVEL.includes(name))).toEqual([]);
  });

  it('has six extensions, each with a manifest, an entry point and a README', () => {
    expect(readdirSync('extensions').sort()).toEqual(EXTENSIONS);
    for (const name of EXTENSIONS) {
      for (const fileName of ['manifest.json', 'index.ts', 'README.md']) {
        expect(existsSync(`extensions/${name}/${fileName}`), `extensions/${name}/${fileName}`).toBe(
          true,
        );
      }
    }
  });

  it('has every entry point that package.json lists under imports, each with re-exports only', () => {
    const { imports }: { imports: Record<string, string> } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    );
    for (const [alias, path] of Object.entries(imports)) {
      expect(existsSync(path), `${alias} → ${path}`).toBe(true);
      if (basename(path) !== 'index.ts' || path.startsWith('./modes')) continue;
      expect(nonExportStatements(readFileSync(path, 'utf8')), path).toEqual([]);
    }
  });

  it(`has no file over ${MAX_FILE_LINES} lines`, () => {
    const long = files.filter(({ text }) => lineCount(text) > MAX_FILE_LINES);
    expect(long.map(({ path, text }) => `${path}: ${lineCount(text)}`)).toEqual([]);
    const counts = files.map(({ text }) => lineCount(text)).sort((a, b) => a - b);
    console.log(
      `${files.length} source files, median ${percentile(counts, 0.5)} lines, p90 ${percentile(counts, 0.9)}, longest ${counts.at(-1)}`,
    );
  });

  it('names every file in kebab-case', () => {
    const violations = files.filter(
      ({ path }) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(basename(path)),
    );
    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  it('imports zod as a namespace, which keeps its locales out of the bundle', () => {
    const violations = files.filter(({ text }) => /import \{[^}]*\} from 'zod'/.test(text));
    expect(violations.map(({ path }) => path)).toEqual([]);
  });
});

/** Returns the statements of an entry point other than re-exports. */
function nonExportStatements(text: string): readonly string[] {
  return parseSource({ path: 'index.ts', text })
    .program.body.filter(
      ({ type, ...node }) =>
        type !== 'ExportAllDeclaration' &&
        !(type === 'ExportNamedDeclaration' && 'source' in node && node.source !== null),
    )
    .map(({ start, end }) => text.slice(start ?? 0, end ?? text.length));
}

describe('checkImports', () => {
  const reasonsFor = (path: string, text: string) =>
    checkImports([{ path, text }]).map(({ reason }) => reason);

  it('reports an extension that imports another extension, even as a type', () => {
    expect(
      reasonsFor('extensions/scanner/ui/a.ts', "import type { X } from '../../admin/index.ts';"),
    ).toHaveLength(1);
  });

  it('reports a platform module that imports an extension, even lazily', () => {
    expect(
      reasonsFor('platform/core/a.ts', "const x = import('../../extensions/admin/index.ts');"),
    ).toHaveLength(1);
  });

  it('reports React in the core and the database in a model', () => {
    expect(reasonsFor('platform/core/a.ts', "import { useState } from 'react';")).toHaveLength(1);
    expect(reasonsFor('extensions/scanner/model/a.ts', "import pg from 'pg';")).toHaveLength(1);
  });

  it('reports an import that bypasses an entry point, and a model that imports its ui', () => {
    expect(
      reasonsFor('platform/ui/a.ts', "import { x } from '../core/host/extension.ts';"),
    ).toHaveLength(1);
    expect(
      reasonsFor('extensions/scanner/model/a.ts', "import { x } from '../ui/b.tsx';"),
    ).toHaveLength(1);
  });

  it('reports a platform module missing from the table', () => {
    expect(reasonsFor('platform/attic/a.ts', '')).toHaveLength(1);
  });

  it('accepts imports that the table allows', () => {
    expect(
      reasonsFor(
        'extensions/scanner/ui/a.tsx',
        "import { useState } from 'react';\nimport { x } from '../model/b.ts';\nimport { y } from '#core';",
      ),
    ).toEqual([]);
  });

  it('reads multi-line, type, dynamic and bare imports, but no comments and strings', () => {
    const text = `
      import {
        a,
        type B,
      } from '#core';
      export * from './c.ts';
      import './d.css';
      const load = () => import('./e.ts') as Promise<import('./f.ts').F>;
      // import './comment.ts';
      const code = "import './string.ts'";`;
    expect(specifiersOf({ path: 'platform/core/a.ts', text })).toEqual([
      '#core',
      './c.ts',
      './d.css',
      './e.ts',
      './f.ts',
    ]);
  });

  it('reports logic in an entry point', () => {
    expect(nonExportStatements("export { a } from './a.ts';\nconst b = 1;")).toEqual([
      'const b = 1;',
    ]);
  });
});
