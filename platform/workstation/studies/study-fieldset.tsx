import type { ReactNode } from 'react';
import { type CodeList, menopause, pregnancy, smoking, studyPriority } from '#contracts';
import { type Option, RadioChips, TextField } from '#ui';
import { ClearableChips } from '../forms/clearable-chips.tsx';
import styles from '../forms/forms.module.css';
import { ListField } from '../forms/list-field.tsx';
import type { Lists } from '../forms/use-lists.ts';
import type { RecordForm } from '../forms/use-record-form.ts';
import { PalpableField } from '../palpable/palpable-field.tsx';
import { studyTexts } from '../texts/study-texts.ts';
import type { StudyEntries } from './study-entries.ts';

const texts = studyTexts.form;

const optionsOf = <Code extends string>(list: CodeList<Code>): readonly Option<Code>[] =>
  list.codes.map((id) => ({ id, label: list.labels[id] }));
const PRIORITIES = optionsOf(studyPriority);
const MENOPAUSE = optionsOf(menopause);
const PREGNANCY = optionsOf(pregnancy);
const SMOKING = optionsOf(smoking);

interface FieldsetProps {
  readonly form: RecordForm<StudyEntries>;
  readonly lists: Lists;
}

/** Fields of the pre-scan information. */
export function StudyFieldset(props: FieldsetProps): ReactNode {
  const { entries, errors, set } = props.form;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={texts.accession}
          value={entries.accessionNumber ?? ''}
          autoFocus
          maxLength={64}
          help={texts.accessionHelp}
          error={errors.accessionNumber ?? null}
          onChange={(accessionNumber) => set({ accessionNumber })}
        />
        <RadioChips
          label={texts.priority}
          options={PRIORITIES}
          value={entries.priority}
          error={errors.priority ?? null}
          onChange={(priority) => set({ priority })}
        />
      </div>
      <PalpableField
        places={entries.palpable}
        error={errors.palpable ?? null}
        onChange={(palpable, invalidReason) => {
          set({ palpable });
          props.form.setInputError('palpable', invalidReason);
        }}
      />
      <Selections {...props} />
      <Conditions {...props} />
    </>
  );
}

const SELECTIONS = [
  { id: 'indications', listId: 'EXAM_INDICATION' },
  { id: 'imagingHistory', listId: 'IMAGING_HISTORY' },
  { id: 'followUp', listId: 'FOLLOW_UP' },
] as const;

function Selections({ form, lists }: FieldsetProps): ReactNode {
  return SELECTIONS.map(({ id, listId }) => (
    <ListField
      key={id}
      label={texts[id]}
      lists={lists}
      listId={listId}
      values={form.entries[id]}
      error={form.errors[id] ?? null}
      onChange={(values) => form.set({ [id]: values })}
    />
  ));
}

function Conditions({ form }: FieldsetProps): ReactNode {
  const { entries, errors, set } = form;
  return (
    <div className={styles.conditions}>
      <ClearableChips
        label={texts.menopause}
        clearLabel={texts.clear(texts.menopause)}
        options={MENOPAUSE}
        value={entries.menopause}
        error={errors.menopause ?? null}
        onChange={(next) => set({ menopause: next })}
      />
      <ClearableChips
        label={texts.pregnancy}
        clearLabel={texts.clear(texts.pregnancy)}
        options={PREGNANCY}
        value={entries.pregnancy}
        error={errors.pregnancy ?? null}
        onChange={(next) => set({ pregnancy: next })}
      />
      <ClearableChips
        label={texts.smoking}
        clearLabel={texts.clear(texts.smoking)}
        options={SMOKING}
        value={entries.smoking}
        error={errors.smoking ?? null}
        onChange={(next) => set({ smoking: next })}
      />
    </div>
  );
}
