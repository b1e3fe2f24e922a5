import type { Metafile } from 'esbuild';
import type { ChunkGroup } from './merge-chunks.ts';

type Outputs = Metafile['outputs'];

/** First module of every page. */
export const FIRST = /^platform\/workstation\/start\/start\.tsx$/;
/** Boot preview of an extension: shows a study before the application has loaded. */
export const BOOT_PREVIEW = /^extensions\/([^/]+)\/boot-preview\.ts$/;
const BOOT = /^platform\/workstation\/boot\.tsx$/;
/** Modules that the boot script preloads. */
const PRELOADED = /^platform\/workstation\/early\//;

/** Returns the outputs whose entry point matches `sources`, sorted by entry point. */
export function entriesAt(outputs: Outputs, sources: RegExp): readonly string[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint !== undefined && sources.test(entryPoint))
    .sort(([, a], [, b]) => ((a.entryPoint ?? '') < (b.entryPoint ?? '') ? -1 : 1))
    .map(([path]) => path);
}

/**
 * Returns the outputs and the chunks that they import statically, so that a browser can fetch all
 * in parallel.
 */
export function withImports(outputs: Outputs, paths: readonly string[]): ReadonlySet<string> {
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) visit(next);
    }
  };
  for (const path of paths) visit(path);
  return visited;
}

/**
 * Groups the scripts that are requested before any study data: the boot script with the code that
 * boot previews share with the rest of the product, each boot preview, the preloaded modules, and
 * the first module of every page. Code that only an extension uses stays in that extension's group.
 */
export function preloadGroups(outputs: Outputs): readonly ChunkGroup[] {
  const boots = entriesAt(outputs, BOOT);
  const assigned = new Set(boots);
  const groups: ChunkGroup[] = [];
  const addGroup = (name: string, paths: Iterable<string>): void => {
    const members = [...new Set(paths)].filter((path) => !assigned.has(path));
    for (const path of members) assigned.add(path);
    if (members.length > 1) groups.push({ name, members });
  };
  const previews = entriesAt(outputs, BOOT_PREVIEW);
  const shared = previews.flatMap((preview) => {
    const [folder = ''] = /^extensions\/[^/]+\//.exec(outputs[preview]?.entryPoint ?? '') ?? [];
    const others = Object.keys(outputs).filter((path) => {
      const { entryPoint } = outputs[path] ?? {};
      return entryPoint !== undefined && !entryPoint.startsWith(folder);
    });
    const usedByOthers = withImports(outputs, others);
    return [...withImports(outputs, [preview])].filter((path) => usedByOthers.has(path));
  });
  addGroup('preload', [...withImports(outputs, boots), ...shared]);
  for (const preview of previews) addGroup('boot-preview', withImports(outputs, [preview]));
  for (const path of entriesAt(outputs, PRELOADED))
    addGroup('show-name', withImports(outputs, [path]));
  for (const path of entriesAt(outputs, FIRST)) addGroup('start', withImports(outputs, [path]));
  return groups;
}
