import { posix } from 'node:path';
import { traverseFast } from '@babel/types';
import { parseSource } from './parse-source.ts';
import type { SourceFile } from './source-files.ts';

/** Aliases of entry points with their files, as in the `imports` field of `package.json`. */
export type Aliases = Readonly<Record<string, string>>;

/** Parsed files, because several tests read the imports of the same files. */
const parsed = new WeakMap<SourceFile, readonly string[]>();

/** Returns every module that a file names: imports, re-exports, type imports and `import()`. */
export function specifiersOf(file: SourceFile): readonly string[] {
  const specifiers = parsed.get(file) ?? readSpecifiers(file);
  parsed.set(file, specifiers);
  return specifiers;
}

function readSpecifiers(file: SourceFile): readonly string[] {
  const found: string[] = [];
  traverseFast(parseSource(file), (node) => {
    const source = 'source' in node ? node.source : null;
    if (source?.type === 'StringLiteral') found.push(source.value);
  });
  return found;
}

/** Returns the path of an imported TypeScript file; null for packages, styles and data. */
export function targetOf(path: string, specifier: string, aliases: Aliases): string | null {
  const alias = aliases[specifier];
  if (alias !== undefined) return posix.normalize(alias);
  if (!specifier.startsWith('.') || !/\.tsx?$/.test(specifier)) return null;
  return posix.normalize(posix.join(posix.dirname(path), specifier));
}

/** Returns the paths of all TypeScript files that a file imports. */
export function targetsOf(file: SourceFile, aliases: Aliases): readonly string[] {
  const targets = specifiersOf(file).flatMap(
    (specifier) => targetOf(file.path, specifier, aliases) ?? [],
  );
  return [...new Set(targets)];
}
