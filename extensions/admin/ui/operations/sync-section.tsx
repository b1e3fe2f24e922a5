import { type ReactNode, useEffect, useState } from 'react';
import {
  type CloudSyncJob,
  type CloudSyncJobType,
  type CloudSyncState,
  cloudSyncJobType,
  cloudSyncStatus,
  routes,
} from '#contracts';
import { stampOf, syncStampOf } from '#foundation';
import { Button, Dropdown, EmptyState, Icon, type TableColumn } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { syncTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { SYNC_COLOURS } from '../shared/sync-colours.ts';
import { useAction } from '../shared/use-action.ts';
import { useLoad } from '../shared/use-load.ts';
import { usePages } from '../shared/use-pages.ts';
import styles from './operations.module.css';

const POLL_INTERVAL_MS = 5_000;
const PAGE = 50;
const LIVE: readonly string[] = ['NOT_STARTED', 'SYNCING', 'STOPPING'];
/**
 * Kinds that can be started from this section; a single patient is synced from the patient's page.
 */
const KINDS: readonly CloudSyncJobType[] = ['SYNC_ALL_MANUAL', 'DOWNLOAD_ALL'];

/** Shows the sync status, its controls for users with permission, and the list of sync jobs. */
export function SyncSection(): ReactNode {
  const { api } = useAdmin();
  const state = useLoad(
    'sync',
    (signal) => api.call(routes.cloudSyncState, { signal }),
    POLL_INTERVAL_MS,
  );
  const pages = usePages<CloudSyncJob>('sync-jobs', (cursor, signal) =>
    api.call(routes.listCloudSyncJobs, { query: { limit: PAGE, ...cursor }, signal }),
  );
  const { refresh } = pages;
  const newest = state.value?.job;
  // Reloads the list when the current job changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with each update of the job
  useEffect(() => {
    if (newest !== undefined && newest !== null) refresh();
  }, [newest?.id, newest?.version, refresh]);
  return (
    <SectionFrame id="sync" filling>
      <Loadable label={syncTexts.what} loaded={state}>
        {(now) => <State now={now} onDone={state.refresh} />}
      </Loadable>
      <ListTable
        label={syncTexts.table}
        columns={COLUMNS}
        pages={pages}
        idOf={({ id }) => id}
        empty={<EmptyState icon="cloud" text={syncTexts.empty} />}
      />
    </SectionFrame>
  );
}

function Badge({ status }: { readonly status: CloudSyncState['status'] }): ReactNode {
  return (
    <span className={styles.badge} style={{ color: SYNC_COLOURS[status] }}>
      {cloudSyncStatus.labels[status]}
    </span>
  );
}

function State(props: { readonly now: CloudSyncState; onDone(): void }): ReactNode {
  const { now } = props;
  const { session } = useAdmin();
  const mayControl = session.can(['CRON_JOB_UPDATE', 'PATIENT_CREATE']);
  return (
    <>
      {now.configured ? null : <p className={page.note}>{syncTexts.notConfigured}</p>}
      <div className={styles.sync}>
        <div>
          <span className={styles.name}>{syncTexts.badge}</span>
          <span>
            <Badge status={now.status} />
          </span>
        </div>
        <div>
          <span className={styles.name}>{syncTexts.lastSync}</span>
          <span>{now.lastSyncAt === null ? syncTexts.never : syncStampOf(now.lastSyncAt)}</span>
        </div>
        {mayControl ? <Controls {...props} /> : <p className={page.note}>{syncTexts.notAllowed}</p>}
      </div>
      {now.message === null || !now.configured ? null : <p className={page.note}>{now.message}</p>}
    </>
  );
}

function Controls({ now, onDone }: { readonly now: CloudSyncState; onDone(): void }): ReactNode {
  const { api, notices } = useAdmin();
  const { run, busy } = useAction(syncTexts.errorMessages);
  const [kind, setKind] = useState<CloudSyncJobType>('SYNC_ALL_MANUAL');
  const { job } = now;
  const running = job !== null && LIVE.includes(job.status) ? job : null;
  const startOrStop = async (): Promise<void> => {
    const done = await run(() =>
      running === null
        ? api.call(routes.startCloudSync, { body: { jobType: kind } })
        : api.call(routes.stopCloudSync, { body: { id: running.id } }),
    );
    const { feedback } = syncTexts;
    if (done?.status === 'OFFLINE') notices.show('warning', feedback.offline(done.message ?? ''));
    else if (done !== null) {
      notices.show('info', running === null ? feedback.started : feedback.stopped);
    }
    onDone();
  };
  return (
    <>
      <div className={styles.kind}>
        <Dropdown<CloudSyncJobType>
          label={syncTexts.kind}
          nonNullable
          disabled={running !== null}
          options={KINDS.map((id) => ({ id, label: cloudSyncJobType.labels[id] }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <Button
        kind={running === null ? 'primary' : 'danger'}
        busy={busy}
        disabled={running?.status === 'STOPPING'}
        onPress={() => void startOrStop()}
      >
        <Icon name={running === null ? 'refresh' : 'stop'} size={16} />
        {running === null ? (busy ? syncTexts.starting : syncTexts.start) : syncTexts.stop}
      </Button>
    </>
  );
}

const stamp = (at: string | null): ReactNode => (
  <span className={page.second}>{at === null ? adminTexts.none : stampOf(at)}</span>
);

const COLUMNS: readonly TableColumn<CloudSyncJob>[] = [
  {
    id: 'title',
    title: syncTexts.columns.title,
    isRowHeader: true,
    cell: ({ title }) => title,
  },
  {
    id: 'status',
    title: syncTexts.columns.status,
    width: 150,
    cell: ({ status }) => (
      <span style={{ color: SYNC_COLOURS[status] }}>{cloudSyncStatus.labels[status]}</span>
    ),
  },
  {
    id: 'started',
    title: syncTexts.columns.started,
    width: 170,
    cell: ({ startedAt, createdAt }) => stamp(startedAt ?? createdAt),
  },
  {
    id: 'ended',
    title: syncTexts.columns.ended,
    width: 170,
    cell: ({ endedAt }) => stamp(endedAt),
  },
  {
    id: 'message',
    title: syncTexts.columns.message,
    cell: ({ message }) => <span className={page.second}>{message ?? adminTexts.none}</span>,
  },
];
