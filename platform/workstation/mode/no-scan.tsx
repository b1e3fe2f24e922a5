import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, EmptyState, useStore } from '#ui';
import { ImportDialog } from '../import/import-dialog.tsx';
import { mayImport } from '../patients/abilities.ts';
import { scanAddress } from '../patients/scan-words.ts';
import { useApplication } from '../start/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** A study without a scan: says so and offers to bring one in. */
export function NoScan(): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  const { patient, study } = useStore(application.services.study.store);
  if (patient === null || study === null || !mayImport(application)) {
    return (
      <div className={styles.message}>
        <EmptyState icon="archive" text={modeTexts.noScan.text} />
      </div>
    );
  }
  return (
    <div className={styles.message}>
      <EmptyState icon="archive" text={modeTexts.noScan.text}>
        <Button onPress={() => setImporting(true)}>{modeTexts.noScan.importFiles}</Button>
      </EmptyState>
      <ImportDialog
        open={importing}
        patient={patient}
        studyId={study.id}
        onClose={() => setImporting(false)}
        onImported={(scan) => void navigate(scanAddress(scan), { replace: true })}
      />
    </div>
  );
}
