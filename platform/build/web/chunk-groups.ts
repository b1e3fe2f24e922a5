import type { Metafile } from 'esbuild';
import type { ChunkGroup } from './merge-chunks.ts';

type Outputs = Metafile['outputs'];

/** What every page begins with. */
export const FIRST = /^platform\/workstation\/start\/start\.tsx$/;
/** What an extension shows of a study before the program is there. */
export const FIRST_LOOK = /^extensions\/([^/]+)\/first-look\.ts$/;
const BOOT = /^platform\/workstation\/boot\.tsx$/;
/** What the first script brings later by itself. */
const EARLY = /^platform\/workstation\/early\//;

/** Outputs that begin with a module, by its path in the sources. */
export function entriesAt(outputs: Outputs, sources: RegExp): readonly string[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint !== undefined && sources.test(entryPoint))
    .sort(([, a], [, b]) => ((a.entryPoint ?? '') < (b.entryPoint ?? '') ? -1 : 1))
    .map(([path]) => path);
}

/** The outputs and the chunks that they import statically, so that a browser fetches all at once. */
export function withImports(outputs: Outputs, paths: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const { path: next, kind, external } of outputs[one]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) visit(next);
    }
  };
  for (const path of paths) visit(path);
  return seen;
}

/**
 * The scripts that are asked for before anything of a study can be: what the first script needs with
 * what a first look shares with the rest of the product, each first look, what names it, and what
 * every page begins with. Nobody loads an extension's own code for what is not its own: that stands
 * in the first of them.
 */
export function earlyGroups(outputs: Outputs): readonly ChunkGroup[] {
  const boots = entriesAt(outputs, BOOT);
  const taken = new Set(boots);
  const groups: ChunkGroup[] = [];
  const take = (name: string, paths: Iterable<string>): void => {
    const members = [...new Set(paths)].filter((path) => !taken.has(path));
    for (const path of members) taken.add(path);
    if (members.length > 1) groups.push({ name, members });
  };
  const looks = entriesAt(outputs, FIRST_LOOK);
  const shared = looks.flatMap((look) => {
    const [own = ''] = /^extensions\/[^/]+\//.exec(outputs[look]?.entryPoint ?? '') ?? [];
    const others = Object.keys(outputs).filter((path) => {
      const { entryPoint } = outputs[path] ?? {};
      return entryPoint !== undefined && !entryPoint.startsWith(own);
    });
    const ofOthers = withImports(outputs, others);
    return [...withImports(outputs, [look])].filter((path) => ofOthers.has(path));
  });
  take('early', [...withImports(outputs, boots), ...shared]);
  for (const look of looks) take('first-look', withImports(outputs, [look]));
  for (const path of entriesAt(outputs, EARLY)) take('first-name', withImports(outputs, [path]));
  for (const path of entriesAt(outputs, FIRST)) take('start', withImports(outputs, [path]));
  return groups;
}
