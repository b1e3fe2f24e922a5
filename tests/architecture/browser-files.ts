import { posix } from 'node:path';
import { type SourceFile, specifiersOf } from './check-imports.ts';

/**
 * Entry points of the browser: the application, modules found by name, and the API for third
 * parties.
 */
const ENTRY_POINTS =
  /^(?:platform\/(?:workstation|sdk)|modes|extensions\/[^/]+)\/(?:index|boot-preview)\.ts$|^platform\/workstation\/boot\.tsx$/;

/**
 * Returns every file whose code a browser may load: all imports of the entry points, static,
 * dynamic or as a type. `imports` is the table of `package.json` (`#core` →
 * `./platform/core/index.ts`).
 */
export function browserFiles(
  files: readonly SourceFile[],
  imports: Readonly<Record<string, string>>,
): readonly SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reachable = new Set<SourceFile>(files.filter(({ path }) => ENTRY_POINTS.test(path)));
  for (const file of reachable) {
    for (const specifier of specifiersOf(file.text)) {
      const path = specifier.startsWith('.')
        ? posix.join(posix.dirname(file.path), specifier)
        : posix.normalize(imports[specifier] ?? '');
      const target = byPath.get(path);
      if (target !== undefined) reachable.add(target);
    }
  }
  return [...reachable];
}
