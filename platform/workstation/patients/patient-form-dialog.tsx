import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type Patient, patientFieldsSchema, patientSchema, routes } from '#contracts';
import { Button, Dialog, DialogActions, FieldError } from '#ui';
import { RestoredLine } from '../drafts/restored-line.tsx';
import styles from '../forms/forms.module.css';
import { MergeView } from '../forms/merge-view.tsx';
import { useFirstError } from '../forms/use-first-error.ts';
import { useLeaveForm } from '../forms/use-leave-form.tsx';
import { useLists } from '../forms/use-lists.ts';
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts';
import { useColleagues } from '../notes/use-colleagues.ts';
import { useApplication } from '../start/application-context.ts';
import { patientTexts } from '../texts/patient-texts.ts';
import { recordTexts } from '../texts/record-texts.ts';
import {
  entriesOfPatient,
  NEW_PATIENT,
  type PatientEntries,
  patientMergeFields,
} from './patient-entries.ts';
import { PatientFieldset } from './patient-fieldset.tsx';
import { timeOf } from './patient-words.ts';
import { type CodeCheck, useCodeCheck } from './use-code-check.ts';

const texts = patientTexts.form;

export interface PatientFormDialogProps {
  readonly open: boolean;
  /** Null: a new one. */
  readonly patient: Patient | null;
  onClose(): void;
  onSaved(patient: Patient): void;
}

/** Every field of a patient, to create and to edit. */
export function PatientFormDialog(props: PatientFormDialogProps): ReactNode {
  const title = props.patient === null ? texts.createTitle : texts.editTitle;
  const { leave, question } = useLeaveForm(draftOf(props.patient), props.onClose);
  return (
    <Dialog title={title} open={props.open} width={720} onClose={leave}>
      <PatientForm {...props} onClose={leave} />
      {question}
    </Dialog>
  );
}

function PatientForm({ patient, onClose, onSaved }: PatientFormDialogProps): ReactNode {
  const nameOf = useColleagues();
  const lists = useLists();
  const form = usePatientForm(patient, onSaved);
  const code = useCodeCheck(form.entries.code ?? '', patient?.id ?? null, patient?.code ?? '');
  const { conflict } = form;
  if (conflict !== null) {
    return (
      <MergeView
        base={conflict.base}
        mine={form.entries}
        theirs={conflict.theirs}
        fields={patientMergeFields(lists)}
        who={nameOf(conflict.updatedBy)}
        when={timeOf(conflict.updatedAt)}
        busy={form.busy}
        onSave={(entries) => void form.saveMerged(entries)}
        onTakeTheirs={form.takeTheirs}
      />
    );
  }
  return <Entry form={form} code={code} isNew={patient === null} lists={lists} onClose={onClose} />;
}

/** Where what was entered is kept; the page of the patients looks for it. */
export const draftOf = (patient: Patient | null): string =>
  patient === null ? 'patient' : `patient-${patient.id}-${patient.version}`;

function usePatientForm(
  patient: Patient | null,
  onSaved: (patient: Patient) => void,
): RecordForm<PatientEntries> {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  return useRecordForm<PatientEntries, Patient>({
    draft: draftOf(patient),
    initial: patient === null ? NEW_PATIENT : entriesOfPatient(patient),
    version: patient?.version ?? null,
    schema: patientFieldsSchema,
    savedSchema: patientSchema,
    owners: { DuplicatePatientCode: 'code' },
    entriesOf: entriesOfPatient,
    send: (body, { version, idempotencyKey }) =>
      patient === null || version === null
        ? api.call(routes.createPatient, { body, idempotencyKey })
        : api.call(routes.updatePatient, { params: { id: patient.id }, body, version }),
    onSaved(saved) {
      // Every list and panel that names the patient.
      void queries.invalidateQueries({ queryKey: ['patients'] });
      void queries.invalidateQueries({ queryKey: ['studies'] });
      onSaved(saved);
    },
  });
}

function Entry(props: {
  readonly form: RecordForm<PatientEntries>;
  readonly code: CodeCheck;
  readonly isNew: boolean;
  readonly lists: ReturnType<typeof useLists>;
  onClose(): void;
}): ReactNode {
  const { form, isNew } = props;
  const element = useRef<HTMLFormElement>(null);
  useFirstError(element, form.refusals);
  const whole = form.errors[''];
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
    >
      <RestoredLine shown={form.restored} onAnew={form.beginAnew} />
      <PatientFieldset form={form} code={props.code} lists={props.lists} />
      {whole === undefined ? null : (
        <FieldError id="patient-form" alert>
          {whole}
        </FieldError>
      )}
      <DialogActions>
        <Button onPress={props.onClose}>{recordTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={form.busy}>
          {isNew
            ? form.busy
              ? texts.creating
              : texts.create
            : form.busy
              ? texts.saving
              : texts.save}
        </Button>
      </DialogActions>
    </form>
  );
}
