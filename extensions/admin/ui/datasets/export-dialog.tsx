import type { ReactNode } from 'react';
import { DATASET_FORMATS, type DatasetExport, scanSide } from '#contracts';
import { Dropdown, TextField } from '#ui';
import { MAX_STUDY_IDS } from '../../model/dataset-form.ts';
import { datasetTexts } from '../../texts/dataset-texts.ts';
import page from '../shared/dashboard.module.css';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { StudyFilterFields } from '../shared/study-filter-fields.tsx';
import styles from './datasets.module.css';
import { useExportForm } from './use-export-form.ts';

const { form, formats } = datasetTexts;

const FORMATS = DATASET_FORMATS.map((id) => ({ id, label: formats[id] }));
const SIDES = [
  { id: 'BOTH' as const, label: form.bothSides },
  ...scanSide.codes.map((id) => ({ id, label: scanSide.labels[id] })),
];

interface ExportDialogProps {
  /** Export whose choices the form starts with; null for the defaults. */
  readonly earlier: DatasetExport | null;
  onClose(): void;
  onSaved(saved: DatasetExport): void;
}

/** Asks for filter, format and parts of a new export. */
export function ExportDialog(props: ExportDialogProps): ReactNode {
  return (
    <EditDialog title={form.create} onClose={props.onClose}>
      <ExportForm {...props} />
    </EditDialog>
  );
}

type Editing = ReturnType<typeof useExportForm>;

function ExportForm({ earlier, onSaved }: ExportDialogProps): ReactNode {
  const editing = useExportForm(earlier, onSaved);
  return (
    <EditForm
      editing={editing}
      submitLabel={editing.busy ? form.creating : form.createButton}
      differing={() => []}
    >
      <p className={page.note}>{form.note}</p>
      <FilterFields editing={editing} />
      <PartFields editing={editing} />
    </EditForm>
  );
}

function FilterFields({ editing }: { readonly editing: Editing }): ReactNode {
  const { entries, errors, set } = editing;
  return (
    <>
      <div className={page.pair}>
        <Dropdown
          label={form.format}
          nonNullable
          options={FORMATS}
          value={entries.format}
          onChange={(format) => set({ format })}
        />
        <Dropdown
          label={form.sides}
          nonNullable
          options={SIDES}
          value={entries.sides}
          error={errors.sides ?? null}
          onChange={(sides) => set({ sides })}
        />
      </div>
      <StudyFilterFields editing={editing} maximum={MAX_STUDY_IDS} texts={form} />
    </>
  );
}

function PartFields({ editing }: { readonly editing: Editing }): ReactNode {
  const { entries, errors, set } = editing;
  return (
    <>
      <fieldset className={styles.parts}>
        <legend>{form.parts}</legend>
        {(['train', 'validation', 'test'] as const).map((part) => (
          <TextField
            key={part}
            label={form[part]}
            required
            maxLength={8}
            value={entries[part]}
            error={errors[part] ?? null}
            onChange={(percent) => set({ [part]: percent })}
          />
        ))}
        <p className={page.note}>{form.partsNote}</p>
      </fieldset>
      <TextField
        label={form.seed}
        required
        maxLength={10}
        value={entries.seed}
        help={form.seedHelp}
        error={errors.seed ?? null}
        onChange={(seed) => set({ seed })}
      />
    </>
  );
}
