import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Patient } from '#contracts';
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
import { scanStart } from '../shared/abilities.ts';
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
  const newest = patientStudies.studies?.[0] ?? null;
  const scanFrom = scanStart(application, patient.id);
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
        {newest === null ? null : (
          <Button kind="primary" onPress={() => go(`/scan?study=${newest.study.id}`)}>
            {patientTexts.openStudy} <kbd className={page.keyHint}>{patientTexts.openStudyKey}</kbd>
          </Button>
        )}
        {scanFrom === null ? null : (
          <Button onPress={() => go(scanFrom)}>
            <Icon name="scanner" size={16} />
            {patientTexts.startScan}
          </Button>
        )}
      </div>
      <PatientActions
        patient={patient}
        study={newest?.study ?? null}
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
                  mayWrite={session.can(['PATIENT_CREATE'])}
                />
              </div>
            ),
          },
          ...(session.can(['PATIENT_ATTACH_V'])
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
        studyId={newest !== null && newest.scans.length === 0 ? newest.study.id : null}
        onClose={() => {
          setImporting(false);
          refresh();
        }}
        onImported={(scan) => go(scanAddress(scan))}
      />
    </>
  );
}
