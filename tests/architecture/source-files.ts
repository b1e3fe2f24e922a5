import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Returns every existing file that git tracks or does not ignore. */
export function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

/** Returns the TypeScript files of the product and the tests, without fixtures. */
export function sourceFiles(): readonly SourceFile[] {
  return trackedFiles()
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tests/fixtures/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
