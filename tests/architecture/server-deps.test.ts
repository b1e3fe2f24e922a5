import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The composition root and the declaration of the type. */
const ROOTS: readonly string[] = [
  'platform/server/http/server-deps.ts',
  'platform/server/supervisor/compose-server.ts',
];

/** A use of the whole type; `Pick<ServerDeps, 'db'>` and `ServerDeps['db']` are parts. */
const WHOLE_TYPE = /(?<!Pick<|\btype |\btype \{[^}]*)\bServerDeps\b(?!\[)/;

describe('dependencies of the server', () => {
  it('are passed as a whole only in the composition root', () => {
    const files = sourceFiles().filter(
      ({ path }) => path.startsWith('platform/server/') || path.includes('/support/'),
    );
    const matches = files.filter(({ text }) => WHOLE_TYPE.test(text)).map(({ path }) => path);
    expect(matches.sort()).toEqual(ROOTS);
  });

  it('are recognized as a whole in parameters and fields', () => {
    expect(WHOLE_TYPE.test('(deps: ServerDeps)')).toBe(true);
    expect(WHOLE_TYPE.test('over?: Partial<ServerDeps>')).toBe(true);
    expect(WHOLE_TYPE.test("import type { RouteDeps, ServerDeps } from './a.ts';")).toBe(false);
    expect(WHOLE_TYPE.test("(deps: Pick<ServerDeps, 'db'>, db: ServerDeps['db'])")).toBe(false);
  });
});
