import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

/** Starts the page; requests the study and loads the program. */
export const BOOT_SOURCE = 'platform/workstation/boot.tsx';
/** First module of the program. */
export const START_SOURCE = 'platform/workstation/start/start.tsx';
/** Boot preview of an extension: shows a study before the program has loaded. */
export const BOOT_PREVIEW = /^extensions\/([^/]+)\/boot-preview\.ts$/;

/** Returns the outputs whose entry point matches `isSource`, sorted by entry point. */
export function entriesAt(
  outputs: Outputs,
  isSource: (source: string) => boolean,
): readonly string[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint !== undefined && isSource(entryPoint))
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
