import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** A call such as `session.can(['STUDY_VIEW'])`. */
const LISTED_FEATURES = /\.can\(\s*\[\s*'/;

describe('permissions in the browser', () => {
  it('are queried by route, because the route catalogue lists the features of each call', () => {
    const files = sourceFiles().filter(({ path }) => !path.includes('.test.'));
    expect(files.filter(({ text }) => LISTED_FEATURES.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('are recognized when they list features', () => {
    expect(LISTED_FEATURES.test("session.can(['STUDY_VIEW'])")).toBe(true);
    expect(LISTED_FEATURES.test('session.can(declaration.features)')).toBe(false);
  });
});
