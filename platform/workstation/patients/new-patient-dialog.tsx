import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Patient, patientFieldsSchema, routes, type Sex, sex } from '#contracts';
import { newId } from '#foundation';
import { Button, DateField, Dialog, DialogActions, FieldError, RadioChips, TextField } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { type FieldErrors, fieldErrorsOf, issuesToErrors } from './field-errors.ts';
import styles from './new-patient.module.css';
import { dayOf } from './patient-words.ts';

export interface NewPatientDialogProps {
  readonly open: boolean;
  onClose(): void;
  onCreated(patient: Patient): void;
}

/** The short form; the long one with history and risk follows the patient later. */
export function NewPatientDialog(props: NewPatientDialogProps): ReactNode {
  return (
    <Dialog title="New patient" open={props.open} onClose={props.onClose}>
      <NewPatientForm {...props} />
    </Dialog>
  );
}

interface Entries {
  readonly code: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly birthDate: string | null;
  readonly sex: Sex | null;
}

const EMPTY: Entries = { code: '', lastName: '', firstName: '', birthDate: null, sex: null };
const SEXES = sex.codes.map((id) => ({ id, label: sex.labels[id] }));

/** What was entered, what is wrong with it, and sending it. */
function useNewPatient(onCreated: (patient: Patient) => void) {
  const { api } = useApplication().services;
  const [entries, setEntries] = useState(EMPTY);
  // The same entries sent again, after an answer that was lost, are the same patient.
  const [requestId, setRequestId] = useState(() => newId());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Entries>): void => {
    setEntries({ ...entries, ...change });
    setRequestId(newId());
    setErrors(withoutFields(errors, Object.keys(change)));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const checked = patientFieldsSchema.safeParse(entries);
    if (!checked.success) return setErrors(issuesToErrors(checked.error.issues));
    setBusy(true);
    const answer = await api.call(routes.createPatient, {
      body: entries,
      idempotencyKey: requestId,
    });
    setBusy(false);
    if (answer.ok) onCreated(answer.value);
    else setErrors(fieldErrorsOf(answer.problem, { DuplicatePatientCode: 'code' }));
  };
  return { entries, errors, busy, set, submit };
}

function NewPatientForm({ onClose, onCreated }: NewPatientDialogProps): ReactNode {
  const { entries, errors, busy, set, submit } = useNewPatient(onCreated);
  const wholeId = useId();
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Code"
        value={entries.code}
        autoFocus
        maxLength={64}
        help="The medical record number; may stay empty"
        error={errors.code ?? null}
        onChange={(code) => set({ code })}
      />
      <div className={styles.pair}>
        <TextField
          label="Last name"
          required
          value={entries.lastName}
          maxLength={100}
          error={errors.lastName ?? null}
          onChange={(lastName) => set({ lastName })}
        />
        <TextField
          label="First name"
          value={entries.firstName}
          maxLength={100}
          error={errors.firstName ?? null}
          onChange={(firstName) => set({ firstName })}
        />
      </div>
      <div className={styles.pair}>
        <DateField
          label="Birth date"
          value={entries.birthDate}
          latest={dayOf(Date.now())}
          error={errors.birthDate ?? null}
          onChange={(birthDate) => set({ birthDate })}
        />
        <RadioChips
          label="Sex"
          options={SEXES}
          value={entries.sex}
          error={errors.sex ?? null}
          onChange={(chosen) => set({ sex: chosen })}
        />
      </div>
      {errors[''] === undefined ? null : <FieldError id={wholeId}>{errors['']}</FieldError>}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {busy ? 'Creating…' : 'Create patient'}
        </Button>
      </DialogActions>
    </form>
  );
}

function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== '' && !fields.includes(field)),
  );
}
