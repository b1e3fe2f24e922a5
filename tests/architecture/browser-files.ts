import { type Aliases, targetsOf } from './read-imports.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Entry points of the browser: the application, modules found by name, and the API for third
 * parties.
 */
const ENTRY_POINTS =
  /^(?:platform\/(?:workstation|sdk)|modes|extensions\/[^/]+)\/(?:index|boot-preview)\.ts$|^platform\/workstation\/boot\.tsx$/;

/**
 * Returns every file whose code a browser may load: all imports of the entry points, static,
 * dynamic or as a type.
 */
export function browserFiles(
  files: readonly SourceFile[],
  aliases: Aliases,
): readonly SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reachable = new Set<SourceFile>(files.filter(({ path }) => ENTRY_POINTS.test(path)));
  for (const file of reachable) {
    for (const path of targetsOf(file, aliases)) {
      const target = byPath.get(path);
      if (target !== undefined) reachable.add(target);
    }
  }
  return [...reachable];
}
