import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Patient, patientFieldsSchema, patientSchema, routes } from '#contracts';
import { useApplication } from '../../application/application-context.ts';
import { RecordDialog, RecordEntry } from '../../forms/record-dialog.tsx';
import { useLists } from '../../forms/use-lists.ts';
import { type RecordForm, useRecordForm } from '../../forms/use-record-form.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import {
  entriesOfPatient,
  NEW_PATIENT,
  type PatientEntries,
  patientMergeFields,
} from './patient-entries.ts';
import { PatientFieldset } from './patient-fieldset.tsx';
import { useCodeCheck } from './use-code-check.ts';

const texts = patientTexts.form;

export interface PatientFormDialogProps {
  readonly open: boolean;
  /** Null creates a patient. */
  readonly patient: Patient | null;
  /** Initial values of a new patient. */
  readonly initialEntries?: Partial<PatientEntries>;
  onClose(): void;
  onSaved(patient: Patient): void;
}

/** Dialog to create or edit a patient, with every field. */
export function PatientFormDialog(props: PatientFormDialogProps): ReactNode {
  const title = props.patient === null ? texts.createTitle : texts.editTitle;
  return (
    <RecordDialog
      title={title}
      open={props.open}
      draftName={draftNameOf(props.patient)}
      onClose={props.onClose}
    >
      {(requestClose) => <PatientForm {...props} onClose={requestClose} />}
    </RecordDialog>
  );
}

function PatientForm({
  patient,
  initialEntries,
  onClose,
  onSaved,
}: PatientFormDialogProps): ReactNode {
  const lists = useLists();
  const form = usePatientForm(patient, { ...NEW_PATIENT, ...initialEntries }, onSaved);
  const code = useCodeCheck(form.entries.code ?? '', patient?.id ?? null, patient?.code ?? '');
  return (
    <RecordEntry
      id="patient-form"
      form={form}
      mergeFields={patientMergeFields(lists)}
      submitLabels={patient === null ? [texts.create, texts.creating] : [texts.save, texts.saving]}
      onCancel={onClose}
    >
      <PatientFieldset form={form} code={code} lists={lists} />
    </RecordEntry>
  );
}

/** Returns the draft name of the form; the patient list checks for such a draft. */
export const draftNameOf = (patient: Patient | null): string =>
  patient === null ? 'patient' : `patient-${patient.id}-${patient.version}`;

function usePatientForm(
  patient: Patient | null,
  initialEntries: PatientEntries,
  onSaved: (patient: Patient) => void,
): RecordForm<PatientEntries> {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  return useRecordForm<PatientEntries, Patient>({
    draftName: draftNameOf(patient),
    initial: patient === null ? initialEntries : entriesOfPatient(patient),
    version: patient?.version ?? null,
    schema: patientFieldsSchema,
    savedSchema: patientSchema,
    errorFields: { DuplicatePatientCode: 'code' },
    entriesOf: entriesOfPatient,
    send: (body, { version, idempotencyKey }) =>
      patient === null || version === null
        ? api.call(routes.createPatient, { body, idempotencyKey })
        : api.call(routes.updatePatient, { params: { id: patient.id }, body, version }),
    onSaved(saved) {
      // Refreshes every list and panel that shows the patient.
      void queries.invalidateQueries({ queryKey: ['patients'] });
      void queries.invalidateQueries({ queryKey: ['studies'] });
      onSaved(saved);
    },
  });
}
