import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DeletedScan, routes, scanProtocol } from '#contracts';
import { dayTextOf, ProblemError, stampOf, unwrap } from '#foundation';
import { Button, Dialog, ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { scanChangeTexts as texts } from '../texts/scan-change-texts.ts';
import styles from './scans.module.css';
import { useScanChanges } from './use-scan-changes.ts';

/** Loads the deleted scans of a study; null until loaded and for users who may not restore. */
export function useDeletedScans(studyId: string) {
  const { api, session } = useApplication().services;
  return useQuery({
    queryKey: ['deleted-scans', studyId],
    enabled: session.mayCall(routes.listDeletedScans),
    queryFn: async ({ signal }) => {
      const params = { studyId };
      return unwrap(await api.call(routes.listDeletedScans, { params, signal })).items;
    },
  });
}

/** Lists the deleted scans of a study and restores them. */
export function DeletedScansDialog(props: {
  readonly studyId: string;
  onClose(): void;
}): ReactNode {
  const { data, error, refetch } = useDeletedScans(props.studyId);
  return (
    <Dialog open title={texts.restored.title} onClose={props.onClose}>
      <div className={styles.form}>
        {error instanceof ProblemError ? (
          <ErrorCard problem={error.problem} onRetry={() => void refetch()} />
        ) : (
          <ScanList scans={data ?? null} />
        )}
      </div>
    </Dialog>
  );
}

function ScanList({ scans }: { readonly scans: readonly DeletedScan[] | null }): ReactNode {
  if (scans === null) return <Spinner label={texts.restored.loading} />;
  if (scans.length === 0) return <p>{texts.restored.none}</p>;
  return (
    <ul className={styles.deletedList}>
      {scans.map((scan) => (
        <DeletedScanRow key={scan.id} scan={scan} />
      ))}
    </ul>
  );
}

function DeletedScanRow({ scan }: { readonly scan: DeletedScan }): ReactNode {
  const changes = useScanChanges();
  const [busy, setBusy] = useState(false);
  const { by, reason } = scan.deletion;
  const time = stampOf(scan.deletedAt ?? scan.updatedAt);
  const restore = async (): Promise<void> => {
    setBusy(true);
    await changes.restore(scan.id);
    setBusy(false);
  };
  return (
    <li>
      <div>
        <strong>{texts.scanOf(texts.side[scan.laterality.id], scan.label)}</strong>
        <p>
          {[
            scanProtocol.labels[scan.protocol],
            dayTextOf(scan.acquisitionTime ?? scan.createdAt),
            `${texts.details.findings}: ${texts.findings(scan.findings)}`,
          ].join(' · ')}
        </p>
        <p>{by === null ? texts.restored.at(time) : texts.restored.by(by, time)}</p>
        {reason === null ? null : <p>{texts.rereading.reason(reason)}</p>}
      </div>
      <Button busy={busy} onPress={() => void restore()}>
        {texts.restored.restore(scan.label)}
      </Button>
    </li>
  );
}
