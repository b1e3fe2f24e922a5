import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Patient, routes } from '#contracts';
import { Button, Icon, Tabs } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { AttachmentsView } from '../../attachments/attachments-view.tsx';
import { ImportDialog } from '../../import/import-dialog.tsx';
import page from '../../lists/page/list-page.module.css';
import { usePin } from '../../lists/pinned-item.tsx';
import { useGo } from '../../navigation/use-go.ts';
import { NotesView } from '../../notes/notes-view.tsx';
import { patientTexts } from '../../texts/patient-texts.ts';
import styles from '../overview/patient-list.module.css';
import { PatientOverview } from '../overview/patient-overview.tsx';
import { scanStartPath } from '../shared/abilities.ts';
import { patientName } from '../shared/patient-name.ts';
import { patientSummary } from '../shared/patient-summary.ts';
import { scanAddress } from '../shared/scan-summary.ts';
import { usePatientStudies } from '../shared/use-patient-studies.ts';
import { PatientActions } from './patient-actions.tsx';

export interface PatientPanelProps {
  readonly patient: Patient;
  /** Called when data shown in the list may have changed. */
  onChanged(): void;
  onDeleted(): void;
}

/** Panel of the selected patient: identity, studies and available actions. */
export function PatientPanel({ patient, onChanged, onDeleted }: PatientPanelProps): ReactNode {
  const application = useApplication();
  const { session } = application.services;
  const go = useGo();
  const queries = useQueryClient();
  const [importing, setImporting] = useState(false);
  usePin(importing);
  const patientStudies = usePatientStudies(patient.id);
  const newestStudy = patientStudies.studies?.[0] ?? null;
  const scanPath = scanStartPath(application, patient.id);
  const refresh = (): void => {
    patientStudies.refresh();
    void queries.invalidateQueries({ queryKey: ['patients', 'one', patient.id] });
    onChanged();
  };
  return (
    <>
      <div>
        <h2 className={page.name}>{patientName(patient)}</h2>
        <p className={page.details}>{patientSummary(patient)}</p>
      </div>
      <div className={styles.pair}>
        {newestStudy === null ? null : (
          <Button kind="primary" onPress={() => go(`/scan?study=${newestStudy.study.id}`)}>
            {patientTexts.openStudy} <kbd className={page.keyHint}>{patientTexts.openStudyKey}</kbd>
          </Button>
        )}
        {scanPath === null ? null : (
          <Button onPress={() => go(scanPath)}>
            <Icon name="scanner" size={16} />
            {patientTexts.startScan}
          </Button>
        )}
      </div>
      <PatientActions
        patient={patient}
        onImport={() => setImporting(true)}
        onChanged={refresh}
        onDeleted={onDeleted}
      />
      <Tabs
        label={patientTexts.panelTabs}
        items={[
          {
            id: 'overview',
            title: patientTexts.overview,
            content: (
              <div className={page.tab}>
                <PatientOverview patient={patient} patientStudies={patientStudies} />
              </div>
            ),
          },
          {
            id: 'notes',
            title: patientTexts.notes,
            content: (
              <div className={page.tab}>
                <NotesView
                  subject={{ kind: 'patients', id: patient.id }}
                  mayWrite={session.mayCall(routes.createPatientNote)}
                />
              </div>
            ),
          },
          ...(session.mayCall(routes.listAttachmentsOfPatient)
            ? [
                {
                  id: 'attachments',
                  title: patientTexts.attachments,
                  content: (
                    <div className={page.tab}>
                      <AttachmentsView patientId={patient.id} />
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
      <ImportDialog
        open={importing}
        patient={patient}
        studyId={
          newestStudy !== null && newestStudy.scans.length === 0 ? newestStudy.study.id : null
        }
        onClose={() => {
          setImporting(false);
          refresh();
        }}
        onImported={(scan) => go(scanAddress(scan))}
      />
    </>
  );
}
