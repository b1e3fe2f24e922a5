import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const JSDOM_MARKER = /^\/\/ @vitest-environment jsdom/;

/**
 * Files that want a page, then those that want none. A worker serves one kind: taken by turns, most
 * files began a new one, which loaded jsdom, React and all else anew.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usesJsdom = new Map(
      files.map(({ moduleId }) => [moduleId, JSDOM_MARKER.test(readFileSync(moduleId, 'utf8'))]),
    );
    const rank = ({ moduleId }: TestSpecification): number => (usesJsdom.get(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
