import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  type CronJob,
  type CronJobType,
  cronJobFieldsSchema,
  cronJobSchema,
  cronJobType,
  type Recurrence,
  recurrence,
  routes,
} from '#contracts';
import { newId } from '#foundation';
import {
  Button,
  Checkbox,
  DatePicker,
  Dialog,
  DialogActions,
  Dropdown,
  FieldError,
  TimePicker,
} from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { cronTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../admin-context.ts';
import { ConflictCard } from '../conflict-card.tsx';
import page from '../dashboard.module.css';
import { refusalText } from '../use-act.ts';
import { scheduleText } from './cron-words.ts';

const { form } = cronTexts;

interface Entries {
  readonly cronJobType: CronJobType;
  readonly recurrence: Recurrence;
  readonly timeOfDay: string | null;
  readonly startDate: string | null;
  readonly enabled: boolean;
}

const NEW: Entries = {
  ...{ cronJobType: 'CLOUD_SYNC', recurrence: 'DAILY', timeOfDay: '02:00' },
  ...{ startDate: null, enabled: true },
};

const entriesOf = (job: CronJob): Entries => ({
  ...{ cronJobType: job.cronJobType, recurrence: job.recurrence, timeOfDay: job.timeOfDay },
  ...{ startDate: job.startDate, enabled: job.enabled },
});

interface CronDialogProps {
  /** Null makes a new one. */
  readonly job: CronJob | null;
  onClose(): void;
  onSaved(): void;
}

/** What runs, how often, and at which time of the day. */
export function CronDialog(props: CronDialogProps): ReactNode {
  return (
    <Dialog title={props.job === null ? form.create : form.edit} open onClose={props.onClose}>
      <CronForm {...props} />
    </Dialog>
  );
}

function useCronForm(job: CronJob | null, onSaved: () => void) {
  const { api, refreshCounts } = useAdmin();
  const [entries, setEntries] = useState(() => (job === null ? NEW : entriesOf(job)));
  const [id, setId] = useState(() => newId());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [theirs, setTheirs] = useState<CronJob | null>(null);
  const [version, setVersion] = useState(job?.version ?? 0);
  const [busy, setBusy] = useState(false);
  const send = async (over: number): Promise<void> => {
    if (entries.timeOfDay === null) return setErrors({ timeOfDay: form.timeError });
    const checked = cronJobFieldsSchema.safeParse(entries);
    if (!checked.success) {
      const found = checked.error.issues.map(({ path, message }) => [path[0] ?? '', message]);
      return setErrors(Object.fromEntries(found));
    }
    setBusy(true);
    const body = checked.data;
    const answer =
      job === null
        ? await api.call(routes.createCronJob, { body: { ...body, id } })
        : await api.call(routes.updateCronJob, { params: { id: job.id }, body, version: over });
    setBusy(false);
    if (answer.ok) {
      refreshCounts();
      return onSaved();
    }
    const newer = cronJobSchema.safeParse(answer.problem.data);
    if (answer.problem.status === 412 && newer.success) setTheirs(newer.data);
    else setErrors({ '': refusalText(answer.problem, {}) });
  };
  return {
    ...{ entries, errors, theirs, busy },
    set(change: Partial<Entries>): void {
      setEntries((before) => ({ ...before, ...change }));
      setId(newId());
      setErrors({});
    },
    submit(event: FormEvent): void {
      event.preventDefault();
      if (!busy) void send(version);
    },
    takeTheirs(): void {
      if (theirs === null) return;
      setEntries(entriesOf(theirs));
      setVersion(theirs.version);
      setTheirs(null);
    },
    keepMine(): void {
      if (theirs === null) return;
      setVersion(theirs.version);
      setTheirs(null);
      void send(theirs.version);
    },
  };
}

function CronForm({ job, onClose, onSaved }: CronDialogProps): ReactNode {
  const editing = useCronForm(job, onSaved);
  const { errors, theirs, busy } = editing;
  const wholeId = useId();
  return (
    <form className={page.form} onSubmit={editing.submit} noValidate>
      <CronFields editing={editing} timeZone={job?.timeZone ?? null} />
      {theirs === null ? null : (
        <ConflictCard
          theirs={[
            { field: cronTexts.columns.type, value: cronJobType.labels[theirs.cronJobType] },
            { field: cronTexts.columns.recurrence, value: scheduleText(theirs) },
          ]}
          onTakeTheirs={editing.takeTheirs}
          onKeepMine={editing.keepMine}
        />
      )}
      {errors[''] === undefined ? null : <FieldError id={wholeId}>{errors['']}</FieldError>}
      <DialogActions>
        <Button onPress={onClose}>{adminTexts.cancel}</Button>
        {theirs === null ? (
          <Button kind="primary" type="submit" busy={busy}>
            {job === null
              ? busy
                ? form.creating
                : form.create2
              : busy
                ? adminTexts.saving
                : adminTexts.save}
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}

function CronFields(props: {
  readonly editing: ReturnType<typeof useCronForm>;
  readonly timeZone: string | null;
}): ReactNode {
  const { entries, errors, set } = props.editing;
  const { timeZone } = props;
  return (
    <>
      <Dropdown<CronJobType>
        label={form.type}
        nonNullable
        options={cronJobType.codes.map((id) => ({ id, label: cronJobType.labels[id] }))}
        value={entries.cronJobType}
        onChange={(chosen) => set({ cronJobType: chosen })}
      />
      <div className={page.pair}>
        <Dropdown<Recurrence>
          label={form.recurrence}
          nonNullable
          options={recurrence.codes.map((id) => ({ id, label: recurrence.labels[id] }))}
          value={entries.recurrence}
          onChange={(chosen) => set({ recurrence: chosen })}
        />
        <TimePicker
          label={form.time}
          required
          help={timeZone === null ? form.timeHelpNew : form.timeHelp(timeZone)}
          error={errors.timeOfDay ?? null}
          value={entries.timeOfDay}
          onChange={(timeOfDay) => set({ timeOfDay })}
        />
      </div>
      <DatePicker
        label={form.startDate}
        help={form.startHelp}
        error={errors.startDate ?? null}
        value={entries.startDate}
        onChange={(startDate) => set({ startDate })}
      />
      <Checkbox
        label={form.enabled}
        checked={entries.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </>
  );
}
