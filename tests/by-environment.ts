import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const IN_PAGE = /^\/\/ @vitest-environment jsdom/;

/**
 * Files that want a page, then those that want none. A worker serves one kind: taken by turns, most
 * files began a new one, which loaded jsdom, React and all else anew.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inPage = new Map(
      files.map(({ moduleId }) => [moduleId, IN_PAGE.test(readFileSync(moduleId, 'utf8'))]),
    );
    const rank = ({ moduleId }: TestSpecification): number => (inPage.get(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
