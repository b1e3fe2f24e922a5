import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Patient, routes } from '#contracts';
import { Button, buttonClass, ConfirmDialog, Icon, MenuButton, type MenuEntry } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import page from '../../lists/page/list-page.module.css';
import { usePin } from '../../lists/pinned-item.tsx';
import { StudyFormDialog } from '../../studies/study-form-dialog.tsx';
import { patientTexts } from '../../texts/patient-texts.ts';
import { PatientFormDialog } from '../forms/patient-form-dialog.tsx';
import { mayImport } from '../shared/abilities.ts';
import { patientName } from '../shared/patient-name.ts';
import { RiskDialog } from './risk-dialog.tsx';

export interface PatientActionsProps {
  readonly patient: Patient;
  onImport(): void;
  onChanged(): void;
  onDeleted(): void;
}

type OpenDialog = 'edit' | 'study' | 'risk' | 'delete' | null;

/** Actions on a patient that the user may perform. */
export function PatientActions(props: PatientActionsProps): ReactNode {
  const { patient } = props;
  const application = useApplication();
  const { notices, session } = application.services;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  usePin(openDialog !== null);
  const close = (): void => setOpenDialog(null);
  const mayEdit = session.mayCall(routes.updatePatient);
  const mayCreateStudies = session.mayCall(routes.createStudy);
  const entries: readonly MenuEntry[] = [
    ...(mayCreateStudies
      ? [{ id: 'study', label: patientTexts.newStudy, run: () => setOpenDialog('study') }]
      : []),
    ...(mayEdit
      ? [
          { id: 'risk', label: patientTexts.riskForm, run: () => setOpenDialog('risk') },
          {
            id: 'delete',
            label: patientTexts.remove,
            separated: true,
            run: () => setOpenDialog('delete'),
          },
        ]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <div className={page.actions}>
      {mayEdit ? (
        <Button onPress={() => setOpenDialog('edit')}>
          <Icon name="edit" size={16} />
          {patientTexts.edit}
        </Button>
      ) : null}
      {mayImport(application) ? (
        <Button onPress={props.onImport}>
          <Icon name="import" size={16} />
          {patientTexts.importFiles}
        </Button>
      ) : null}
      <MenuButton
        ariaLabel={patientTexts.more}
        className={buttonClass('plain', 32)}
        entries={entries}
      >
        <Icon name="more" size={16} />
      </MenuButton>
      <PatientFormDialog
        open={openDialog === 'edit'}
        patient={patient}
        onClose={close}
        onSaved={() => {
          close();
          notices.show('success', patientTexts.form.saved);
          props.onChanged();
        }}
      />
      <RiskDialog
        open={openDialog === 'risk'}
        patient={patient}
        onClose={close}
        onSaved={() => {
          close();
          props.onChanged();
        }}
      />
      <CreateStudyDialog {...props} open={openDialog === 'study'} onClose={close} />
      <DeletePatient {...props} open={openDialog === 'delete'} onClose={close} />
    </div>
  );
}

interface ActionDialogProps extends PatientActionsProps {
  readonly open: boolean;
  onClose(): void;
}

function CreateStudyDialog({ patient, open, onClose, onChanged }: ActionDialogProps): ReactNode {
  const { notices } = useApplication().services;
  const navigate = useNavigate();
  return (
    <StudyFormDialog
      open={open}
      patient={patient}
      study={null}
      onClose={onClose}
      onSaved={(study) => {
        onClose();
        notices.show('success', patientTexts.created.studyCreated, {
          label: patientTexts.openStudy,
          run: () => void navigate(`/scan?study=${study.id}`),
        });
        onChanged();
      }}
    />
  );
}

/** Confirms the deletion, because no API call restores a deleted patient. */
function DeletePatient({ patient, open, onClose, onDeleted }: ActionDialogProps): ReactNode {
  const { api, notices } = useApplication().services;
  const [busy, setBusy] = useState(false);
  const name = patientName(patient);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const response = await api.call(routes.deletePatient, {
      params: { id: patient.id },
      version: patient.version,
    });
    setBusy(false);
    onClose();
    if (!response.ok) return notices.showProblem(response.problem);
    notices.show('success', patientTexts.deletion.done(name));
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      title={patientTexts.deletion.title}
      confirmLabel={patientTexts.deletion.confirm(name)}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {patientTexts.deletion.text(name)}
    </ConfirmDialog>
  );
}
