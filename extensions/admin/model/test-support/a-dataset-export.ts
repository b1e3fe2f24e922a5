import type { DatasetExport } from '#contracts';
import { newId } from '#foundation';

const AT = '2026-11-20T10:00:00.000Z';

/** Creates a completed export of eight scans. */
export function aDatasetExport(overrides: Partial<DatasetExport> = {}): DatasetExport {
  return {
    id: newId(),
    filter: { onlySigned: false, hasFindings: false },
    format: 'nrrd',
    split: { train: 0.7, validation: 0.15, test: 0.15 },
    seed: 1,
    status: 'COMPLETED',
    ...{ done: 8, total: 8, leftOut: 0, problem: null },
    ...{ byteLength: 1_500_000, sha256: 'ab'.repeat(32) },
    ...{ createdAt: AT, createdBy: null, startedAt: AT, endedAt: AT },
    expiresAt: '2026-12-04T10:00:00.000Z',
    ...overrides,
  };
}
