import type { ReactNode } from 'react';
import { ethnicity, type Sex, sex } from '#contracts';
import { dayOf } from '#foundation';
import { DateInput, Dropdown, RadioChips, TextField } from '#ui';
import styles from '../../forms/forms.module.css';
import { ListField } from '../../forms/list-field.tsx';
import type { Lists } from '../../forms/use-lists.ts';
import type { RecordForm } from '../../forms/use-record-form.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import type { PatientEntries } from './patient-entries.ts';
import type { CodeCheck } from './use-code-check.ts';

const texts = patientTexts.form;
const SEXES: readonly { readonly id: Sex; readonly label: string }[] = sex.codes.map((id) => ({
  id,
  label: sex.labels[id],
}));
const ETHNICITIES = ethnicity.codes.map((id) => ({ id, label: ethnicity.labels[id] }));

/** Fields of a patient: identity and risk factors. */
export function PatientFieldset(props: {
  readonly form: RecordForm<PatientEntries>;
  readonly code: CodeCheck;
  readonly lists: Lists;
}): ReactNode {
  const { form, lists } = props;
  const { entries, errors, set } = form;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{texts.identity}</legend>
        <Names form={form} code={props.code} />
        <div className={styles.pair}>
          <DateInput
            label={texts.birthDate}
            value={entries.birthDate}
            latest={dayOf(Date.now())}
            error={errors.birthDate ?? null}
            onChange={(birthDate) => set({ birthDate })}
            onErrorChange={(reason) => form.setInputError('birthDate', reason)}
          />
          <RadioChips
            label={texts.sex}
            options={SEXES}
            value={entries.sex}
            error={errors.sex ?? null}
            onChange={(next) => set({ sex: next })}
          />
        </div>
        <Dropdown
          label={texts.ethnicity}
          options={ETHNICITIES}
          value={entries.ethnicity}
          error={errors.ethnicity ?? null}
          onChange={(next) => set({ ethnicity: next })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{texts.risk}</legend>
        <ListField
          label={texts.cancerHistory}
          lists={lists}
          listId="CANCER_HISTORY"
          values={entries.cancerHistory}
          error={errors.cancerHistory ?? null}
          onChange={(cancerHistory) => set({ cancerHistory })}
        />
      </fieldset>
    </>
  );
}

function Names(props: {
  readonly form: RecordForm<PatientEntries>;
  readonly code: CodeCheck;
}): ReactNode {
  const { entries, errors, set } = props.form;
  const codeError = props.code === 'taken' ? texts.codeInUse : null;
  return (
    <>
      <TextField
        label={texts.code}
        value={entries.code ?? ''}
        autoFocus
        maxLength={64}
        help={props.code === 'free' ? texts.codeFree : texts.codeHelp}
        error={errors.code ?? codeError}
        onChange={(code) => set({ code })}
      />
      <div className={styles.pair}>
        <TextField
          label={texts.lastName}
          required
          value={entries.lastName}
          maxLength={100}
          error={errors.lastName ?? null}
          onChange={(lastName) => set({ lastName })}
        />
        <TextField
          label={texts.firstName}
          value={entries.firstName ?? ''}
          maxLength={100}
          error={errors.firstName ?? null}
          onChange={(firstName) => set({ firstName })}
        />
      </div>
    </>
  );
}
