import type { ReactNode } from 'react';
import {
  type CronJob,
  type CronJobType,
  cronJobType,
  type Recurrence,
  recurrence,
} from '#contracts';
import { Checkbox, DatePicker, Dropdown, TimePicker } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { cronTexts } from '../../texts/operation-texts.ts';
import page from '../shared/dashboard.module.css';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { formatSchedule } from './format-schedule.ts';
import { type CronEntries, useCronForm } from './use-cron-form.ts';

const { form } = cronTexts;

interface CronDialogProps {
  /** Null creates a new job. */
  readonly job: CronJob | null;
  onClose(): void;
  onSaved(): void;
}

/** Edits type, recurrence and time of day of a cron job. */
export function CronDialog(props: CronDialogProps): ReactNode {
  return (
    <EditDialog title={props.job === null ? form.create : form.edit} onClose={props.onClose}>
      <CronForm {...props} />
    </EditDialog>
  );
}

function CronForm({ job, onSaved }: CronDialogProps): ReactNode {
  const editing = useCronForm(job, onSaved);
  return (
    <EditForm
      editing={editing}
      submitLabel={submitLabelOf(job === null, editing.busy)}
      differing={(theirs) => differingFields(editing.entries, theirs)}
    >
      <CronFields editing={editing} timeZone={job?.timeZone ?? null} />
    </EditForm>
  );
}

/** Returns the fields in which `theirs` differs from the form, with the values of `theirs`. */
function differingFields(mine: CronEntries, theirs: CronJob) {
  const scheduleDiffers = (['recurrence', 'timeOfDay', 'startDate'] as const).some(
    (field) => mine[field] !== theirs[field],
  );
  const changes = [
    mine.cronJobType !== theirs.cronJobType && {
      field: form.type,
      value: cronJobType.labels[theirs.cronJobType],
    },
    scheduleDiffers && { field: cronTexts.columns.recurrence, value: formatSchedule(theirs) },
    mine.enabled !== theirs.enabled && {
      field: cronTexts.columns.state,
      value: theirs.enabled ? cronTexts.on : cronTexts.off,
    },
  ];
  return changes.filter((change) => change !== false);
}

function submitLabelOf(isNew: boolean, busy: boolean): string {
  if (isNew) return busy ? form.creating : form.createButton;
  return busy ? adminTexts.saving : adminTexts.save;
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
        onChange={(next) => set({ cronJobType: next })}
      />
      <div className={page.pair}>
        <Dropdown<Recurrence>
          label={form.recurrence}
          nonNullable
          options={recurrence.codes.map((id) => ({ id, label: recurrence.labels[id] }))}
          value={entries.recurrence}
          onChange={(next) => set({ recurrence: next })}
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
        onErrorChange={props.editing.setDayError}
      />
      <Checkbox
        label={form.enabled}
        checked={entries.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </>
  );
}
