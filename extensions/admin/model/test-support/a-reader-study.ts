import type { ReaderStudy } from '#contracts';
import { newId } from '#foundation';

const AT = '2026-11-20T10:00:00.000Z';

/** Creates an open crossover of eight cases and one reader. */
export function aReaderStudy(overrides: Partial<ReaderStudy> = {}): ReaderStudy {
  return {
    ...{ id: newId(), version: 2, createdAt: AT, createdBy: null, updatedAt: AT, updatedBy: null },
    ...{ name: 'Spring', order: 'RANDOM', design: 'CROSSOVER', arm: 'WITHOUT_AI' },
    ...{ washoutDays: 28, noReturn: true, state: 'OPEN', seed: 7 },
    filter: { onlySigned: false, hasFindings: false },
    readerIds: [newId()],
    ...{ caseCount: 8, completed: 3, skipped: 0, planned: 16, openedAt: AT, closedAt: null },
    ...overrides,
  };
}
