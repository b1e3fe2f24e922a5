import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Patient, type Scan, sex } from '#contracts';
import { Button, Chip, EmptyState, ErrorCard, Icon, Spinner } from '#ui';
import { ImportDialog } from '../import/import-dialog.tsx';
import { useApplication } from '../start/application-context.ts';
import { mayImport, scanStart } from './abilities.ts';
import styles from './patient-list.module.css';
import { ageYears, dayOf, patientName, timeOf } from './patient-words.ts';
import { scanAddress, scanWords, sidesFirst } from './scan-words.ts';
import { type StudyWithScans, usePatientStudies } from './use-patient-studies.ts';

/** The selected patient: who it is, what was done, and what can be done next. */
export function PatientPanel({ patient }: { readonly patient: Patient }): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [importing, setImporting] = useState(false);
  const { studies, problem, refresh } = usePatientStudies(patient.id);
  const scanFrom = scanStart(application, patient.id);
  const newest = studies?.[0] ?? null;
  const close = (): void => {
    setImporting(false);
    refresh();
    void queries.invalidateQueries({ queryKey: ['patients'] });
  };
  const go = (scan: Scan): void => void navigate(scanAddress(scan));
  return (
    <>
      <div>
        <h2 className={styles.name}>{patientName(patient)}</h2>
        <p className={styles.facts}>{factsOf(patient)}</p>
      </div>
      <div className={styles.pair}>
        {newest === null ? null : (
          <Button kind="primary" onPress={() => void navigate(`/scan?study=${newest.study.id}`)}>
            Open study <kbd className={styles.keyHint}>Enter</kbd>
          </Button>
        )}
        {scanFrom === null ? null : (
          <Button onPress={() => void navigate(scanFrom)}>
            <Icon name="scanner" size={16} />
            Start scan
          </Button>
        )}
        {mayImport(application) ? (
          <Button onPress={() => setImporting(true)}>
            <Icon name="import" size={16} />
            Import files…
          </Button>
        ) : null}
      </div>
      {problem === null ? (
        <Studies studies={studies} onOpen={go} />
      ) : (
        <ErrorCard problem={problem} onRetry={refresh} />
      )}
      <ImportDialog
        open={importing}
        patient={patient}
        studyId={newest !== null && newest.scans.length === 0 ? newest.study.id : null}
        onClose={close}
        onImported={go}
      />
    </>
  );
}

function factsOf(patient: Patient): string {
  const age = patient.birthDate === null ? null : ageYears(patient.birthDate, dayOf(Date.now()));
  return [
    patient.code,
    patient.sex === null ? null : sex.labels[patient.sex],
    patient.birthDate,
    age === null ? null : `${age} y`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

function Studies(props: {
  readonly studies: readonly StudyWithScans[] | null;
  onOpen(scan: Scan): void;
}): ReactNode {
  const { studies } = props;
  if (studies === null) return <Spinner label="Loading studies" />;
  if (studies.length === 0) return <EmptyState icon="archive" text="No study yet." />;
  return (
    <section className={styles.studies}>
      <h3>
        Studies <span>{studies.length}</span>
      </h3>
      <ul>
        {studies.map((one) => (
          <StudyRow key={one.study.id} of={one} onOpen={props.onOpen} />
        ))}
      </ul>
    </section>
  );
}

function StudyRow(props: { readonly of: StudyWithScans; onOpen(scan: Scan): void }): ReactNode {
  const { study, scans } = props.of;
  return (
    <li className={styles.study}>
      <div className={styles.studyHead}>
        <strong>{dayOf(study.createdAt)}</strong>
        <span className={styles.third}>{timeOf(study.createdAt)}</span>
        <span className={styles.third}>{study.accessionNumber}</span>
      </div>
      <div className={styles.scans}>
        {scans.length === 0 ? <span className={styles.third}>No scan yet</span> : null}
        {sidesFirst(scans).map((scan) => (
          <Chip
            key={scan.id}
            ariaLabel={`Open scan ${scan.label}, ${scanWords(scan)}`}
            onPress={() => props.onOpen(scan)}
          >
            <b>{scan.label}</b> {scanWords(scan)}
          </Chip>
        ))}
      </div>
    </li>
  );
}
