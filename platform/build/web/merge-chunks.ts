import { createHash } from 'node:crypto';
import { build, type Metafile, type Plugin } from 'esbuild';

/**
 * Output of an esbuild pass: files by path relative to the output folder, and their dependencies.
 */
export interface WebBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly outputs: Metafile['outputs'];
}

/** Scripts that are always requested together. */
export interface ChunkGroup {
  /** Name of the merged file, before its hash. */
  readonly name: string;
  /** Outputs by path; at most one has an entry point. */
  readonly members: readonly string[];
}

type Output = Metafile['outputs'][string];

/** Group of a chunk, and the suffix for its exported names; entry points keep their names. */
type Placements = ReadonlyMap<string, { readonly group: ChunkGroup; readonly suffix: string }>;

/** Matches an import or export of another chunk, as printed by esbuild without spaces. */
const OF_CHUNK = /\b(import|export)(?:\{([^{}]*)\}from)?"\.\/([^"/]+\.js)"/g;
/** Matches any reference to a chunk, also in forms that `OF_CHUNK` does not match. */
const ANY_CHUNK = /["'`]\.\/([^"'`/]+\.js)["'`]/g;
const NAMED = /[\w.-]+-[A-Z0-9]{8}\.js\b/g;
const LICENCES = '.LEGAL.txt';

const pathOf = ({ name }: ChunkGroup): string => `assets/${name}-00000000.js`;
const inAssets = (file: string): string => `assets/${file}`;

/**
 * Merges each group into one file. esbuild writes one chunk for every set of entry points that
 * needs the same modules: dozens of about 1 KB, which compete for connections. Each module remains
 * in one file with one instance, but importing any module of a file can run all of them. Renames
 * all scripts, because browsers may have cached files of a different division. Expects a minified
 * pass without source maps.
 */
export async function mergeChunks(
  pass: WebBundle,
  groups: readonly ChunkGroup[],
): Promise<WebBundle> {
  if (groups.length === 0) return pass;
  const placements = placementsOf(pass, groups);
  const texts = new Map<string, string>();
  for (const [path, bytes] of pass.files) {
    if (path.startsWith('assets/') && path.endsWith('.js')) {
      texts.set(path, new TextDecoder().decode(bytes));
    }
  }
  const importedNames = importedNamesOf(texts, placements);
  const merged = new Map<string, string>();
  for (const group of groups)
    merged.set(pathOf(group), await mergeOne(pass, group, texts, importedNames));
  for (const path of placements.keys()) texts.delete(path);
  for (const [path, text] of merged) texts.set(path, text);
  const salt = digest([...merged.values()].join('\n'));
  const rename = (text: string): string =>
    text.replace(NAMED, (name) => {
      const group = placements.get(inAssets(name))?.group;
      const path = group === undefined ? inAssets(name) : pathOf(group);
      if (!texts.has(path)) return name;
      const stem = path.slice('assets/'.length, -'00000000.js'.length);
      return `${stem}${digest(path + salt)}.js`;
    });
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of pass.files) {
    const before = files.get(rename(path)) ?? new Uint8Array();
    // Concatenates the licences of all merged chunks.
    if (!path.endsWith('.js')) files.set(rename(path), Buffer.concat([before, bytes]));
    else if (!path.startsWith('assets/')) files.set(path, bytes);
  }
  for (const [path, text] of texts) {
    const pointed = rewriteImports(text, placements);
    for (const [, file = ''] of pointed.matchAll(ANY_CHUNK)) {
      const suffix = placements.get(inAssets(file))?.suffix;
      if (suffix) throw new Error(`${path} still needs ${file}, which stands in another file`);
    }
    files.set(rename(path), new TextEncoder().encode(rename(pointed)));
  }
  return { files, outputs: outputsOf(pass, groups, placements, rename) };
}

function placementsOf({ outputs }: WebBundle, groups: readonly ChunkGroup[]): Placements {
  const placements = new Map<string, { group: ChunkGroup; suffix: string }>();
  for (const group of groups) {
    const entryPoints = group.members.filter((path) => outputs[path]?.entryPoint !== undefined);
    if (entryPoints.length > 1)
      throw new Error(`${group.name}: two entry points, ${entryPoints.join(', ')}`);
    for (const [at, path] of group.members.entries()) {
      if (placements.has(path)) throw new Error(`${path} is in two groups`);
      placements.set(path, { group, suffix: path === entryPoints[0] ? '' : `_${at}` });
    }
  }
  return placements;
}

/** Returns `path:name` of each export of a group that is imported from outside the group. */
function importedNamesOf(
  texts: ReadonlyMap<string, string>,
  placements: Placements,
): ReadonlySet<string> {
  const importedNames = new Set<string>();
  for (const [path, text] of texts) {
    for (const [, , names = '', file = ''] of text.matchAll(OF_CHUNK)) {
      const from = inAssets(file);
      if (placements.get(from)?.group === placements.get(path)?.group) continue;
      for (const name of names.split(',')) importedNames.add(`${from}:${name.split(' as ')[0]}`);
    }
  }
  return importedNames;
}

async function mergeOne(
  { files, outputs }: WebBundle,
  group: ChunkGroup,
  texts: ReadonlyMap<string, string>,
  importedNames: ReadonlySet<string>,
): Promise<string> {
  const { members } = group;
  const placements = placementsOf({ files, outputs }, [group]);
  const lines = members.map((path) => {
    const suffix = placements.get(path)?.suffix ?? '';
    const names = (outputs[path]?.exports ?? [])
      .filter((name) => suffix === '' || importedNames.has(`${path}:${name}`))
      .map((name) => `${name} as ${name}${suffix}`);
    return `export{${names.join(',')}}from"${path}";`;
  });
  const chunks: Plugin = {
    name: 'clockface-chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        const chunk = path.replace('./', 'assets/');
        const inside = kind === 'import-statement' && members.includes(chunk);
        return inside ? { path: chunk, namespace: 'chunk' } : { path, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: texts.get(path) ?? '',
      }));
    },
  };
  const options = { bundle: true, minify: true, write: false, format: 'esm' } as const;
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: lines.join('') },
    target: 'es2022',
    plugins: [chunks],
  });
  const licensed = members.some((path) => files.has(path + LICENCES));
  const licences = `/*! For license information please see ${pathOf(group).slice('assets/'.length)}${LICENCES} */\n`;
  return `${outputFiles[0]?.text}${licensed ? licences : ''}`;
}

function rewriteImports(text: string, placements: Placements): string {
  return text.replace(OF_CHUNK, (all, keyword: string, names: string | undefined, file: string) => {
    const placement = placements.get(inAssets(file));
    if (placement === undefined) return all;
    const from = `"./${pathOf(placement.group).slice('assets/'.length)}"`;
    if (names === undefined) return `${keyword}${from}`;
    const moved = names.split(',').map((importedName) => {
      const [name = '', alias = name] = importedName.split(' as ');
      return `${name}${placement.suffix} as ${alias}`;
    });
    return `${keyword}{${moved.join(',')}}from${from}`;
  });
}

function outputsOf(
  { outputs }: WebBundle,
  groups: readonly ChunkGroup[],
  placements: Placements,
  rename: (text: string) => string,
): Metafile['outputs'] {
  const merged: Metafile['outputs'] = {};
  const put = (path: string, members: readonly Output[]): void => {
    const name = rename(path);
    const imports = members
      .flatMap((member) => member.imports)
      .map((reference) =>
        reference.external ? reference : { ...reference, path: rename(reference.path) },
      )
      .filter((reference) => reference.path !== name);
    merged[name] = Object.assign({}, ...members, {
      entryPoint: members.find(({ entryPoint }) => entryPoint !== undefined)?.entryPoint,
      imports,
      inputs: Object.assign({}, ...members.map(({ inputs }) => inputs)),
    });
  };
  for (const [path, output] of Object.entries(outputs))
    if (!placements.has(path)) put(path, [output]);
  for (const group of groups) {
    put(
      pathOf(group),
      group.members.flatMap((path) => outputs[path] ?? []),
    );
  }
  return merged;
}

/** Returns eight letters and digits, as in esbuild's hashes. */
const digest = (text: string): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .toUpperCase()
    .slice(0, 8);
