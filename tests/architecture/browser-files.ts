import { posix } from 'node:path';
import { type SourceFile, specifiersOf } from './check-imports.ts';

/** Where a browser begins: the application, what is found by name, and the door for third parties. */
const ENTRY_POINTS =
  /^(?:platform\/(?:workstation|sdk)|modes|extensions\/[^/]+)\/(?:index|first-look)\.ts$|^platform\/workstation\/boot\.tsx$/;

/**
 * Every file whose code a browser may load: what the doors import, whether at once, later or as a
 * type. `imports` is the table of `package.json` (`#core` → `./platform/core/index.ts`).
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
