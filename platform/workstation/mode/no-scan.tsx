import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, EmptyState, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { mayImport } from '../patients/shared/abilities.ts';
import { scanAddress } from '../patients/shared/scan-summary.ts';
import { DeletedScansButton } from '../scans/deleted-scans-button.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/**
 * Shown for a study without scans, with an import button; or when the open scan was
 * deleted or moved. Never
 * opens another scan automatically, because the user could take it for the same side.
 */
export function NoScan(): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  const { patient, study, scans, targetScanId } = useStore(application.services.study.store);
  if (targetScanId !== null) {
    return (
      <div className={styles.message}>
        <EmptyState icon="archive" text={modeTexts.noScan.deleted}>
          {scans.map((scan) => (
            <Button key={scan.id} onPress={() => void navigate(scanAddress(scan))}>
              {modeTexts.noScan.openOther(scan.label)}
            </Button>
          ))}
          {study === null ? null : <DeletedScansButton studyId={study.id} />}
        </EmptyState>
      </div>
    );
  }
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
        <DeletedScansButton studyId={study.id} />
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
