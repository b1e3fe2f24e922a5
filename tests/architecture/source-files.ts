import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { SourceFile } from './check-imports.ts';

/** Every file that git knows or would take, without fixtures and the lock file. */
export function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

/** The TypeScript of the product and of its tests. */
export function sourceFiles(): readonly SourceFile[] {
  return trackedFiles()
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tests/fixtures/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
