import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import {
  type Patient,
  routes,
  type Study,
  studyFieldsSchema,
  studySchema,
  studyUpdateSchema,
} from '#contracts';
import { Button, Dialog, DialogActions, FieldError } from '#ui';
import { RestoredLine } from '../drafts/restored-line.tsx';
import styles from '../forms/forms.module.css';
import { MergeView } from '../forms/merge-view.tsx';
import { useFirstError } from '../forms/use-first-error.ts';
import { useLeaveForm } from '../forms/use-leave-form.tsx';
import { type Lists, useLists } from '../forms/use-lists.ts';
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts';
import { useColleagues } from '../notes/use-colleagues.ts';
import { patientName, timeOf } from '../patients/patient-words.ts';
import { useApplication } from '../start/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { entriesOfStudy, NEW_STUDY, type StudyEntries, studyMergeFields } from './study-entries.ts';
import { StudyFieldset } from './study-fieldset.tsx';

const texts = studyTexts.form;

export interface StudyFormDialogProps {
  readonly open: boolean;
  readonly patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>;
  /** Null: a new one. */
  readonly study: Study | null;
  onClose(): void;
  onSaved(study: Study): void;
}

/** Every field of a study, to create and to edit. */
export function StudyFormDialog(props: StudyFormDialogProps): ReactNode {
  const title = props.study === null ? texts.createTitle : texts.editTitle;
  const { leave, question } = useLeaveForm(draftOf(props), props.onClose);
  return (
    <Dialog title={title} open={props.open} width={720} onClose={leave}>
      <StudyForm {...props} onClose={leave} />
      {question}
    </Dialog>
  );
}

/** Where what was entered is kept. */
const draftOf = ({ patient, study }: Pick<StudyFormDialogProps, 'patient' | 'study'>): string =>
  study === null ? `study-of-${patient.id}` : `study-${study.id}-${study.version}`;

function StudyForm(props: StudyFormDialogProps): ReactNode {
  const nameOf = useColleagues();
  const lists = useLists();
  const form = useStudyForm(props);
  const { conflict } = form;
  if (conflict !== null) {
    return (
      <MergeView
        base={conflict.base}
        mine={form.entries}
        theirs={conflict.theirs}
        fields={studyMergeFields(lists)}
        who={nameOf(conflict.updatedBy)}
        when={timeOf(conflict.updatedAt)}
        busy={form.busy}
        onSave={(entries) => void form.saveMerged(entries)}
        onTakeTheirs={form.takeTheirs}
      />
    );
  }
  return <Entry {...props} form={form} lists={lists} />;
}

function useStudyForm({ patient, study, onSaved }: StudyFormDialogProps): RecordForm<StudyEntries> {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  return useRecordForm<StudyEntries, Study>({
    draft: draftOf({ patient, study }),
    initial: study === null ? NEW_STUDY : entriesOfStudy(study),
    version: study?.version ?? null,
    schema: study === null ? studyFieldsSchema.omit({ patientId: true }) : studyUpdateSchema,
    savedSchema: studySchema,
    owners: { DuplicateAccession: 'accessionNumber' },
    entriesOf: entriesOfStudy,
    send: (entries, { version, idempotencyKey }) =>
      study === null || version === null
        ? api.call(routes.createStudy, {
            body: { ...entries, patientId: patient.id },
            idempotencyKey,
          })
        : api.call(routes.updateStudy, { params: { id: study.id }, body: entries, version }),
    onSaved(saved) {
      // A patient's line tells of the newest study.
      for (const key of ['studies', 'patient-studies', 'patients']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      onSaved(saved);
    },
  });
}

function Entry(
  props: StudyFormDialogProps & {
    readonly form: RecordForm<StudyEntries>;
    readonly lists: Lists;
  },
): ReactNode {
  const { form } = props;
  const element = useRef<HTMLFormElement>(null);
  useFirstError(element, form.refusals);
  const whole = form.errors[''];
  const isNew = props.study === null;
  const act = isNew ? [texts.create, texts.creating] : [texts.save, texts.saving];
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
    >
      <p className={styles.quiet}>
        {texts.of(patientName(props.patient))}
        {isNew ? ` · ${texts.elsewhere}` : null}
      </p>
      <RestoredLine shown={form.restored} onAnew={form.beginAnew} />
      <StudyFieldset form={form} lists={props.lists} />
      {whole === undefined ? null : (
        <FieldError id="study-form" alert>
          {whole}
        </FieldError>
      )}
      <DialogActions>
        <Button onPress={props.onClose}>{recordTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={form.busy}>
          {form.busy ? act[1] : act[0]}
        </Button>
      </DialogActions>
    </form>
  );
}
