import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take over twenty seconds, longest first. If one of them started last, the other worker
 * would be idle meanwhile.
 */
const LONG = [
  'tests/e2e/scan-to-mark',
  'tests/e2e/scan-errors',
  'tests/e2e/accounts',
  'tests/e2e/reading-views',
  'tests/e2e/patients',
  'tests/e2e/external-links',
  'tests/e2e/reading-tools',
  'tests/e2e/admin',
  'tests/e2e/keyboard',
  'tests/e2e/commands',
  'tests/contract/third-party',
  'tests/e2e/reading-findings',
  'extensions/breast-planes/ui/planes/reading-planes',
  'tests/api/database/start.test',
  'tests/api/hostile/hostile-calls',
  'tests/api/matrix/permission-matrix',
  'tests/api/database/backup',
  'tests/api/operations/jobs',
  'tests/api/hostile/resource-use',
  'tests/api/operations/mail.test',
  'tests/api/scans/infer-nipple',
  'tests/api/hostile/injection',
];

export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const idx = LONG.findIndex((name) => moduleId.includes(name));
      return idx === -1 ? LONG.length : idx;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
