import { useRef } from 'react';
import {
  type CronJob,
  type CronJobType,
  cronJobFieldsSchema,
  cronJobSchema,
  type Recurrence,
  routes,
} from '#contracts';
import { cronTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { issueErrors, useEdit } from '../shared/use-edit.ts';

export interface CronEntries {
  readonly cronJobType: CronJobType;
  readonly recurrence: Recurrence;
  /** 'HH:MM'; null while incomplete. */
  readonly timeOfDay: string | null;
  /** yyyy-mm-dd; null without a first day. */
  readonly startDate: string | null;
  readonly enabled: boolean;
}

const NEW_JOB: CronEntries = {
  cronJobType: 'CLOUD_SYNC',
  recurrence: 'DAILY',
  timeOfDay: '02:00',
  startDate: null,
  enabled: true,
};

const entriesOf = (job: CronJob): CronEntries => ({
  cronJobType: job.cronJobType,
  recurrence: job.recurrence,
  timeOfDay: job.timeOfDay,
  startDate: job.startDate,
  enabled: job.enabled,
});

/** Form state of a cron job: creates a new job, or updates an existing one by its version. */
export function useCronForm(job: CronJob | null, onSaved: (saved: CronJob) => void) {
  const { api } = useAdmin();
  /** Error of the first-day field while its typed text is invalid; null when valid. */
  const dayError = useRef<string | null>(null);
  const editing = useEdit({
    stored: job,
    savedSchema: cronJobSchema,
    entriesOf,
    onSaved,
    errorMessages: {},
    errorFields: {},
    initial: job === null ? NEW_JOB : entriesOf(job),
    check(entries) {
      if (entries.timeOfDay === null) return { errors: { timeOfDay: cronTexts.form.timeError } };
      if (dayError.current !== null) return { errors: { startDate: dayError.current } };
      const { data, error } = cronJobFieldsSchema.safeParse(entries);
      return data === undefined ? { errors: issueErrors(error.issues) } : { body: data };
    },
    send: (body, { id, version }) =>
      job === null
        ? api.call(routes.createCronJob, { body: { ...body, id } })
        : api.call(routes.updateCronJob, { params: { id: job.id }, body, version }),
  });
  return {
    ...editing,
    setDayError: (reason: string | null): void => {
      dayError.current = reason;
    },
  };
}
