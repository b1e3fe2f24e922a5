import { type ReactNode, useState } from 'react';
import { type ListedStudy, routes, studyPriority } from '#contracts';
import { Button, ConfirmDialog, Icon, RadioChips } from '#ui';
import { useApplication } from '../application/application-context.ts';
import page from '../lists/page/list-page.module.css';
import { usePin } from '../lists/pinned-item.tsx';
import { studyTexts } from '../texts/study-texts.ts';
import { StudyFormDialog } from './study-form-dialog.tsx';
import { studyTitle } from './study-name.ts';
import { useSetPriority } from './use-set-priority.ts';

export interface StudyActionsProps {
  readonly study: ListedStudy;
  onChanged(): void;
  onDeleted(): void;
}

const PRIORITIES = studyPriority.codes.map((id) => ({ id, label: studyPriority.labels[id] }));

/** Actions on a study for users who may create studies. */
export function StudyActions({ study, onChanged, onDeleted }: StudyActionsProps): ReactNode {
  const { notices, session } = useApplication().services;
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete' | null>(null);
  usePin(openDialog !== null);
  const setPriority = useSetPriority(onChanged);
  if (!session.mayCall(routes.updateStudy)) return null;
  const close = (): void => setOpenDialog(null);
  return (
    <>
      <RadioChips
        label={studyTexts.details.priority}
        options={PRIORITIES}
        value={study.priority}
        onChange={(priority) => void setPriority(study, priority)}
      />
      <div className={page.actions}>
        <Button onPress={() => setOpenDialog('edit')}>
          <Icon name="edit" size={16} />
          {studyTexts.edit}
        </Button>
        {study.scanCount === 0 ? (
          <Button onPress={() => setOpenDialog('delete')}>
            <Icon name="delete" size={16} />
            {studyTexts.remove}
          </Button>
        ) : null}
      </div>
      {study.who === null ? null : (
        <StudyFormDialog
          open={openDialog === 'edit'}
          patient={{ ...study.who, id: study.patientId }}
          study={study}
          onClose={close}
          onSaved={() => {
            close();
            notices.show('success', studyTexts.form.saved);
            onChanged();
          }}
        />
      )}
      <DeleteStudy
        study={study}
        open={openDialog === 'delete'}
        onClose={close}
        onDeleted={onDeleted}
      />
    </>
  );
}

/** Confirms the deletion, because no API call restores a deleted study. */
function DeleteStudy(props: {
  readonly study: ListedStudy;
  readonly open: boolean;
  onClose(): void;
  onDeleted(): void;
}): ReactNode {
  const { api, notices } = useApplication().services;
  const [busy, setBusy] = useState(false);
  const { study } = props;
  const title = studyTitle(study);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { id, version } = study;
    const response = await api.call(routes.deleteStudy, { params: { id }, version });
    setBusy(false);
    props.onClose();
    if (!response.ok) return notices.showProblem(response.problem);
    notices.show('success', studyTexts.deletion.done);
    props.onDeleted();
  };
  return (
    <ConfirmDialog
      open={props.open}
      title={studyTexts.deletion.title}
      confirmLabel={studyTexts.deletion.confirm(title)}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    >
      {studyTexts.deletion.text(title)}
    </ConfirmDialog>
  );
}
