import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const JSDOM_MARKER = /^\/\/ @vitest-environment jsdom/;

/**
 * Runs the files that need jsdom first, then all others. A worker serves one environment, so mixed
 * files would start new workers, each of which loads jsdom and React again.
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
