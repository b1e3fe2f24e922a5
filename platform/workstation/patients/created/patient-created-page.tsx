import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Patient, routes, type Study } from '#contracts';
import { Button, Card, Dialog, EmptyState, ErrorCard, Icon, type IconName, Spinner } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { AttachmentsView } from '../../attachments/attachments-view.tsx';
import { PageFrame } from '../../layout/page-frame.tsx';
import { StudyFormDialog } from '../../studies/study-form-dialog.tsx';
import { attachmentTexts } from '../../texts/attachment-texts.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import { scanStartPath } from '../shared/abilities.ts';
import { patientName } from '../shared/patient-name.ts';
import { patientSummary } from '../shared/patient-summary.ts';
import { usePatient } from '../shared/use-patient.ts';
import styles from './patient-created.module.css';

const texts = patientTexts.created;

/** Page after creating a patient: next steps and the way back to the list. */
export function PatientCreatedPage(): ReactNode {
  const [query] = useSearchParams();
  const id = query.get('patient');
  const navigate = useNavigate();
  const { session } = useApplication().services;
  const mayRead = session.mayCall(routes.getPatient);
  const { patient, problem, refresh } = usePatient(mayRead ? id : null);
  const back = (): void =>
    void navigate(id === null ? '/patient-list' : `/patient-list?patient=${id}`);
  return (
    <PageFrame title={texts.title}>
      <div className={styles.page}>
        <Card>
          <div className={styles.body}>
            {id === null || !mayRead ? <EmptyState icon="users" text={texts.noPatient} /> : null}
            {problem === null ? null : <ErrorCard problem={problem} onRetry={refresh} />}
            {patient !== null ? <NextSteps patient={patient} /> : null}
            {patient === null && problem === null && id !== null && mayRead ? (
              <Spinner label={patientTexts.loading} />
            ) : null}
            {session.mayCall(routes.listStudies) ? (
              <Button kind="link" onPress={back}>
                <Icon name="chevron-left" size={16} />
                {texts.back}
              </Button>
            ) : null}
          </div>
        </Card>
      </div>
    </PageFrame>
  );
}

function NextSteps({ patient }: { readonly patient: Patient }): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const { session } = application.services;
  const [creatingStudy, setCreatingStudy] = useState(false);
  const [attaching, setAttaching] = useState(false);
  const [study, setStudy] = useState<Study | null>(null);
  const scanPath = scanStartPath(application, patient.id);
  return (
    <>
      <div>
        <h2 className={styles.heading}>
          <Icon name="done" size={20} />
          {texts.heading(patientName(patient))}
        </h2>
        <p className={styles.details}>{patientSummary(patient)}</p>
      </div>
      <h3 className={styles.next}>{texts.next}</h3>
      <div className={styles.actions}>
        {session.mayCall(routes.createStudy) ? (
          <ActionButton
            icon={study === null ? 'plus' : 'done'}
            title={study === null ? texts.createStudy : texts.studyCreated}
            text={study?.accessionNumber ?? texts.createStudyText}
            disabled={study !== null}
            onPress={() => setCreatingStudy(true)}
          />
        ) : null}
        {scanPath === null ? null : (
          <ActionButton
            icon="scanner"
            title={texts.startScan}
            text={texts.startScanText}
            onPress={() => void navigate(scanPath)}
          />
        )}
        {session.mayCall(routes.createAttachment) ? (
          <ActionButton
            icon="file"
            title={texts.attach}
            text={texts.attachText}
            onPress={() => setAttaching(true)}
          />
        ) : null}
      </div>
      <StudyFormDialog
        open={creatingStudy}
        patient={patient}
        study={null}
        onClose={() => setCreatingStudy(false)}
        onSaved={(saved) => {
          setCreatingStudy(false);
          setStudy(saved);
        }}
      />
      <Dialog
        title={attachmentTexts.dialogTitle(patientName(patient))}
        open={attaching}
        width={720}
        onClose={() => setAttaching(false)}
      >
        <AttachmentsView patientId={patient.id} />
      </Dialog>
    </>
  );
}

function ActionButton(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly disabled?: boolean;
  onPress(): void;
}): ReactNode {
  return (
    <button
      type="button"
      className={styles.action}
      disabled={props.disabled ?? false}
      onClick={props.onPress}
    >
      <Icon name={props.icon} size={20} />
      <span>
        <strong>{props.title}</strong>
        <small>{props.text}</small>
      </span>
    </button>
  );
}
