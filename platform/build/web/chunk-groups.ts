import type { Metafile } from 'esbuild';
import type { ChunkGroup } from './merge-chunks.ts';

type Outputs = Metafile['outputs'];

/** What every page begins with. */
export const FIRST = /^platform\/workstation\/start\/start\.tsx$/;
/** What an extension shows of a study before the program is there. */
export const BOOT_PREVIEW = /^extensions\/([^/]+)\/first-look\.ts$/;
const BOOT = /^platform\/workstation\/boot\.tsx$/;
/** What the first script brings later by itself. */
const PRELOADED = /^platform\/workstation\/early\//;

/** Outputs that begin with a module, by its path in the sources. */
export function entriesAt(outputs: Outputs, sources: RegExp): readonly string[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint !== undefined && sources.test(entryPoint))
    .sort(([, a], [, b]) => ((a.entryPoint ?? '') < (b.entryPoint ?? '') ? -1 : 1))
    .map(([path]) => path);
}

/** The outputs and the chunks that they import statically, so that a browser fetches all at once. */
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
 * The scripts that are asked for before anything of a study can be: what the first script needs with
 * what a first look shares with the rest of the product, each first look, what names it, and what
 * every page begins with. Nobody loads an extension's own code for what is not its own: that stands
 * in the first of them.
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
  addGroup('early', [...withImports(outputs, boots), ...shared]);
  for (const preview of previews) addGroup('first-look', withImports(outputs, [preview]));
  for (const path of entriesAt(outputs, PRELOADED))
    addGroup('first-name', withImports(outputs, [path]));
  for (const path of entriesAt(outputs, FIRST)) addGroup('start', withImports(outputs, [path]));
  return groups;
}
