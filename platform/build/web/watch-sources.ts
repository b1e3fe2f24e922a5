import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { type Disposable, disposeAll, toDisposable } from '#foundation';
import { ROOT } from './paths.ts';

/** Pause in ms after the last write, because editors write several files in quick succession. */
const DEBOUNCE_MS = 150;

/**
 * Calls `changed` with the paths (relative to the root, with slashes) written since the last call,
 * after a short pause without writes.
 */
export function watchSources(
  folders: readonly string[],
  changed: (paths: readonly string[]) => void,
): Disposable {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const written = [...paths];
    paths.clear();
    changed(written);
  };
  const watchers = folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .map((folder) => {
      const watcher = watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
        if (name === null) return;
        paths.add(`${folder}/${name.replaceAll('\\', '/')}`);
        clearTimeout(timer);
        timer = setTimeout(flush, DEBOUNCE_MS);
      });
      return toDisposable(() => watcher.close());
    });
  return toDisposable(() => {
    clearTimeout(timer);
    disposeAll(watchers);
  });
}
