import type { CronJob } from '#contracts';
import { newId } from '#foundation';

const CREATED_AT = '2026-11-20T10:00:00.000Z';

/** Creates an enabled daily cloud sync at 02:00 that has not run yet. */
export function aCronJob(overrides: Partial<CronJob> = {}): CronJob {
  return {
    id: newId(),
    version: 1,
    createdAt: CREATED_AT,
    createdBy: null,
    updatedAt: CREATED_AT,
    updatedBy: null,
    cronJobType: 'CLOUD_SYNC',
    recurrence: 'DAILY',
    timeOfDay: '02:00',
    startDate: '2026-11-20',
    timeZone: 'Europe/Amsterdam',
    enabled: true,
    nextRunAt: null,
    lastRun: null,
    ...overrides,
  };
}
