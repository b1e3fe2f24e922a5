import { posix } from 'node:path';
import { type Aliases, targetsOf } from './read-imports.ts';
import type { SourceFile } from './source-files.ts';

/** Imports between the production files of `platform/` and `extensions/`, by importing file. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Two folders that import each other. */
export interface MutualFolders {
  /** Both folders in alphabetical order: `platform/a <> platform/a/b`. */
  readonly pair: string;
  /** Imports in the direction with fewer imports. */
  readonly imports: readonly string[];
}

const TEST_CODE = /\.test\.tsx?$|\/test-support\/|\/testing\//;
/** Entry points re-export from subfolders, which may import from the folder of the entry point. */
const ENTRY_POINT = /\/(index|light|plain|testing)\.ts$/;

const isProduction = (path: string): boolean =>
  /^(platform|extensions)\//.test(path) && !TEST_CODE.test(path);

/** Returns the imports of production files, type imports and `import()` included. */
export function importGraph(files: readonly SourceFile[], aliases: Aliases): ImportGraph {
  const production = files.filter(({ path }) => isProduction(path));
  const known = new Set(production.map(({ path }) => path));
  return new Map(
    production.map((file) => [
      file.path,
      targetsOf(file, aliases).filter((target) => known.has(target)),
    ]),
  );
}

/** Returns imports of production files that resolve to no file, which the graph would lack. */
export function unresolvedImports(
  files: readonly SourceFile[],
  aliases: Aliases,
): readonly string[] {
  const known = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => isProduction(path))
    .flatMap((file) =>
      targetsOf(file, aliases)
        .filter((target) => !known.has(target))
        .map((target) => `${file.path} → ${target}`),
    );
}

/** Returns at least one cycle if there is any: `a.ts → b.ts → a.ts`. */
export function importCycles(graph: ImportGraph): readonly string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, importers: readonly string[]): void => {
    if (importers.includes(file)) {
      cycles.push([...importers.slice(importers.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...importers, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

const SEPARATOR = ' > ';
const directionOf = (from: string, to: string): string => `${from}${SEPARATOR}${to}`;

/** Returns the pairs of folders that import each other; imports by entry points do not count. */
export function mutualFolders(graph: ImportGraph): readonly MutualFolders[] {
  const imports = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    if (ENTRY_POINT.test(file)) continue;
    for (const target of targets) {
      const direction = directionOf(posix.dirname(file), posix.dirname(target));
      imports.set(direction, [...(imports.get(direction) ?? []), `${file} → ${target}`]);
    }
  }
  return [...imports].flatMap(([direction, there]): MutualFolders[] => {
    const [from = '', to = ''] = direction.split(SEPARATOR);
    const back = imports.get(directionOf(to, from));
    if (from >= to || back === undefined) return [];
    return [{ pair: `${from} <> ${to}`, imports: back.length < there.length ? back : there }];
  });
}
