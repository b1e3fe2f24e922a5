import type { ReactNode } from 'react';
import {
  type Account,
  MAX_READER_STUDY_CASES,
  MAX_WASHOUT_DAYS,
  READER_STUDY_ARMS,
  READER_STUDY_DESIGNS,
  READER_STUDY_ORDERS,
  type ReaderStudy,
} from '#contracts';
import { Checkbox, Dropdown, MultiDropdown, TextField } from '#ui';
import { accountName } from '../../model/account-form.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import page from '../shared/dashboard.module.css';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { StudyFilterFields } from '../shared/study-filter-fields.tsx';
import { useReaderStudyForm } from './use-reader-study-form.ts';

const { form, orders, designs, arms } = readerStudyTexts;

const ORDERS = READER_STUDY_ORDERS.map((id) => ({ id, label: orders[id] }));
const DESIGNS = READER_STUDY_DESIGNS.map((id) => ({ id, label: designs[id] }));
const ARMS = READER_STUDY_ARMS.map((id) => ({ id, label: arms[id] }));

interface ReaderStudyDialogProps {
  /** Null creates a new draft. */
  readonly study: ReaderStudy | null;
  /** Accounts that can read cases. */
  readonly readers: readonly Account[];
  onClose(): void;
  onSaved(saved: ReaderStudy): void;
}

/** Edits cases, readers and settings of a draft. */
export function ReaderStudyDialog(props: ReaderStudyDialogProps): ReactNode {
  const { study, onClose } = props;
  return (
    <EditDialog title={study === null ? form.create : form.edit(study.name)} onClose={onClose}>
      <ReaderStudyForm {...props} />
    </EditDialog>
  );
}

type Editing = ReturnType<typeof useReaderStudyForm>;

function ReaderStudyForm({ study, readers, onSaved }: ReaderStudyDialogProps): ReactNode {
  const editing = useReaderStudyForm(study, onSaved);
  const { busy } = editing;
  const submitLabel =
    study === null
      ? busy
        ? form.creating
        : form.createButton
      : busy
        ? adminTexts.saving
        : adminTexts.save;
  return (
    <EditForm
      editing={editing}
      submitLabel={submitLabel}
      differing={(theirs) => [{ field: form.name, value: theirs.name }]}
    >
      <DesignFields editing={editing} readers={readers} />
      <p className={page.note}>{form.note}</p>
      <StudyFilterFields editing={editing} maximum={MAX_READER_STUDY_CASES} texts={form} />
    </EditForm>
  );
}

function DesignFields(props: {
  readonly editing: Editing;
  readonly readers: readonly Account[];
}): ReactNode {
  const { readers, editing } = props;
  const { entries, errors, set } = editing;
  return (
    <>
      <TextField
        label={form.name}
        required
        autoFocus
        maxLength={100}
        value={entries.name}
        error={errors.name ?? null}
        onChange={(name) => set({ name })}
      />
      <MultiDropdown
        label={form.readers}
        options={readers.map((account) => ({ id: account.id, label: accountName(account) }))}
        values={entries.readerIds}
        help={readers.length === 0 ? form.noReaders : form.readersHelp}
        error={errors.readerIds ?? null}
        onChange={(readerIds) => set({ readerIds })}
      />
      <div className={page.pair}>
        <Dropdown
          label={form.order}
          nonNullable
          options={ORDERS}
          value={entries.order}
          onChange={(order) => set({ order })}
        />
        <Dropdown
          label={form.design}
          nonNullable
          options={DESIGNS}
          value={entries.design}
          onChange={(design) => set({ design })}
        />
        <ArmField editing={editing} />
      </div>
      <Checkbox
        label={form.noReturn}
        checked={entries.noReturn}
        onChange={(noReturn) => set({ noReturn })}
      />
    </>
  );
}

/** Arm of a plain study, or washout of a crossover. */
function ArmField({ editing: { entries, errors, set } }: { readonly editing: Editing }): ReactNode {
  if (entries.design === 'PLAIN')
    return (
      <Dropdown
        label={form.arm}
        nonNullable
        options={ARMS}
        value={entries.arm}
        onChange={(arm) => set({ arm })}
      />
    );
  return (
    <TextField
      label={form.washoutDays}
      required
      maxLength={3}
      value={entries.washoutDays}
      help={form.washoutHelp(MAX_WASHOUT_DAYS)}
      error={errors.washoutDays ?? null}
      onChange={(washoutDays) => set({ washoutDays })}
    />
  );
}
