import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Patient,
  routes,
  type Study,
  studyFieldsSchema,
  studySchema,
  studyUpdateSchema,
} from '#contracts';
import { useApplication } from '../application/application-context.ts';
import styles from '../forms/forms.module.css';
import { RecordDialog, RecordEntry } from '../forms/record-dialog.tsx';
import { useLists } from '../forms/use-lists.ts';
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { entriesOfStudy, NEW_STUDY, type StudyEntries, studyMergeFields } from './study-entries.ts';
import { StudyFieldset } from './study-fieldset.tsx';

const texts = studyTexts.form;

export interface StudyFormDialogProps {
  readonly open: boolean;
  readonly patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>;
  /** Null creates a study. */
  readonly study: Study | null;
  onClose(): void;
  onSaved(study: Study): void;
}

/** Dialog to create or edit a study, with every field. */
export function StudyFormDialog(props: StudyFormDialogProps): ReactNode {
  const title = props.study === null ? texts.createTitle : texts.editTitle;
  return (
    <RecordDialog
      title={title}
      open={props.open}
      draftName={draftNameOf(props)}
      onClose={props.onClose}
    >
      {(requestClose) => <StudyForm {...props} onClose={requestClose} />}
    </RecordDialog>
  );
}

/** Returns the draft name of the form. */
const draftNameOf = ({
  patient,
  study,
}: Pick<StudyFormDialogProps, 'patient' | 'study'>): string =>
  study === null ? `study-of-${patient.id}` : `study-${study.id}-${study.version}`;

function StudyForm(props: StudyFormDialogProps): ReactNode {
  const lists = useLists();
  const form = useStudyForm(props);
  const isNew = props.study === null;
  return (
    <RecordEntry
      id="study-form"
      form={form}
      mergeFields={studyMergeFields(lists)}
      submitLabels={isNew ? [texts.create, texts.creating] : [texts.save, texts.saving]}
      intro={
        <p className={styles.quiet}>
          {texts.of(patientName(props.patient))}
          {isNew ? ` · ${texts.elsewhere}` : null}
        </p>
      }
      onCancel={props.onClose}
    >
      <StudyFieldset form={form} lists={lists} />
    </RecordEntry>
  );
}

function useStudyForm({ patient, study, onSaved }: StudyFormDialogProps): RecordForm<StudyEntries> {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  return useRecordForm<StudyEntries, Study>({
    draftName: draftNameOf({ patient, study }),
    initial: study === null ? NEW_STUDY : entriesOfStudy(study),
    version: study?.version ?? null,
    schema: study === null ? studyFieldsSchema.omit({ patientId: true }) : studyUpdateSchema,
    savedSchema: studySchema,
    errorFields: { DuplicateAccession: 'accessionNumber' },
    entriesOf: entriesOfStudy,
    send: (entries, { version, idempotencyKey }) =>
      study === null || version === null
        ? api.call(routes.createStudy, {
            body: { ...entries, patientId: patient.id },
            idempotencyKey,
          })
        : api.call(routes.updateStudy, { params: { id: study.id }, body: entries, version }),
    onSaved(saved) {
      // Includes patients, because their rows show the newest study.
      for (const key of ['studies', 'patient-studies', 'patients']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      onSaved(saved);
    },
  });
}
