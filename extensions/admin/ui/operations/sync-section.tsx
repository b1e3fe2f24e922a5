import { type ReactNode, useState } from 'react';
import {
  ACTIVE_SYNC_STATUSES,
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
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { SYNC_COLOURS } from '../shared/sync-colours.ts';
import { useAction } from '../shared/use-action.ts';
import styles from './operations.module.css';

const POLL_INTERVAL_MS = 5_000;
const PAGE_SIZE = 50;
/**
 * Kinds that can be started from this section; a single patient is synced from the patient's page.
 */
const KINDS: readonly CloudSyncJobType[] = ['SYNC_ALL_MANUAL', 'DOWNLOAD_ALL'];

/** Shows the sync status, its controls for users with permission, and the list of sync jobs. */
export function SyncSection(): ReactNode {
  const { api } = useAdmin();
  const state = useAdminValue(
    'sync',
    (signal) => api.call(routes.cloudSyncState, { signal }),
    POLL_INTERVAL_MS,
  );
  const newest = state.value?.job ?? null;
  // The key contains the current job, so that the list is loaded again when the job changes.
  const pages = useAdminList<CloudSyncJob>(
    ['sync-jobs', newest?.id, newest?.version],
    (page, signal) =>
      api.call(routes.listCloudSyncJobs, { query: { limit: PAGE_SIZE, ...page }, signal }),
  );
  return (
    <SectionFrame id="sync" filling>
      <Loadable label={syncTexts.loadingLabel} loaded={state}>
        {(sync) => <State sync={sync} onDone={state.refresh} />}
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

function State(props: { readonly sync: CloudSyncState; onDone(): void }): ReactNode {
  const { sync } = props;
  const { session } = useAdmin();
  const mayControl = session.mayCall(routes.startCloudSync);
  return (
    <>
      {sync.configured ? null : <p className={page.note}>{syncTexts.notConfigured}</p>}
      <div className={styles.sync}>
        <div>
          <span className={styles.name}>{syncTexts.badge}</span>
          <span>
            <Badge status={sync.status} />
          </span>
        </div>
        <div>
          <span className={styles.name}>{syncTexts.lastSync}</span>
          <span>{sync.lastSyncAt === null ? syncTexts.never : syncStampOf(sync.lastSyncAt)}</span>
        </div>
        {mayControl ? <Controls {...props} /> : <p className={page.note}>{syncTexts.notAllowed}</p>}
      </div>
      {sync.message === null || !sync.configured ? null : (
        <p className={page.note}>{sync.message}</p>
      )}
    </>
  );
}

function Controls({ sync, onDone }: { readonly sync: CloudSyncState; onDone(): void }): ReactNode {
  const { api, notices } = useAdmin();
  const { run, busy } = useAction(syncTexts.errorMessages);
  const [kind, setKind] = useState<CloudSyncJobType>('SYNC_ALL_MANUAL');
  const { job } = sync;
  const running = job !== null && ACTIVE_SYNC_STATUSES.includes(job.status) ? job : null;
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
  const startLabel = busy ? syncTexts.starting : syncTexts.start;
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
        {running === null ? startLabel : syncTexts.stop}
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
