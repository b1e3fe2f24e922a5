import type { ReactNode } from 'react';
import { routes, type SystemInfo } from '#contracts';
import { formatNumber, stampOf } from '#foundation';
import { Button, Icon, ProgressBar, StatusDot } from '#ui';
import { formatBytes, formatDuration } from '../../model/format.ts';
import { systemTexts } from '../../texts/system-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import styles from '../shared/dashboard.module.css';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { DetailList } from './detail-list.tsx';

const POLL_INTERVAL_MS = 30_000;
const { server, database, store, parts, status } = systemTexts;

/** Shows versions, components, database, files and disk of the server. */
export function SystemSection(): ReactNode {
  const { api } = useAdmin();
  const loaded = useAdminValue(
    'system',
    (signal) => api.call(routes.systemInfo, { signal }),
    POLL_INTERVAL_MS,
  );
  return (
    <SectionFrame
      id="system"
      tools={
        <Button onPress={() => loaded.refresh()}>
          <Icon name="refresh" size={16} />
          {systemTexts.refresh}
        </Button>
      }
    >
      <Loadable label={systemTexts.loadingLabel} loaded={loaded}>
        {(info) => <Info info={info} />}
      </Loadable>
    </SectionFrame>
  );
}

function Info({ info }: { readonly info: SystemInfo }): ReactNode {
  return (
    <div className={styles.columns}>
      <DetailList title={server.title} details={serverDetails(info)} />
      <DetailList
        title={parts.title}
        details={Object.entries(info.parts).map(([name, state]) => [
          name,
          <StatusText key={name} isHealthy={state === 'up'} text={parts[state]} />,
        ])}
      />
      <DetailList
        title={database.title}
        details={[
          [database.version, info.database.version],
          [database.size, formatBytes(info.database.sizeBytes)],
          [
            database.schema,
            database.migrations(
              info.database.migrations.length,
              info.database.migrations.at(-1) ?? '—',
            ),
          ],
        ]}
      />
      <DetailList title={store.title} details={storeDetails(info.store)} />
    </div>
  );
}

function serverDetails(info: SystemInfo): readonly (readonly [string, ReactNode])[] {
  return [
    [
      server.status,
      <StatusText key="status" isHealthy={info.status === 'ready'} text={status[info.status]} />,
    ],
    [server.version, info.version],
    [server.extensionApi, info.extensionApiVersion],
    [server.runtime, info.runtime],
    [server.platform, info.platform],
    [server.startedAt, stampOf(info.startedAt)],
    [server.uptime, formatDuration(info.uptimeSeconds)],
    [server.timeZone, info.timeZone],
  ];
}

function storeDetails(info: SystemInfo['store']): readonly (readonly [string, ReactNode])[] {
  const { freeBytes, diskBytes } = info;
  const known = freeBytes !== null && diskBytes !== null;
  return [
    [store.files, formatNumber(info.files)],
    [store.bytes, formatBytes(info.bytes)],
    [
      store.disk,
      known ? store.free(formatBytes(freeBytes), formatBytes(diskBytes)) : store.unknown,
    ],
    ...(known
      ? [
          [
            store.freeShare,
            <ProgressBar key="free" label={store.freeShare} done={freeBytes} total={diskBytes} />,
          ] as const,
        ]
      : []),
  ];
}

function StatusText(props: { readonly isHealthy: boolean; readonly text: string }): ReactNode {
  return (
    <span className={styles.state}>
      <StatusDot state={props.isHealthy ? 'ok' : 'danger'} />
      {props.text}
    </span>
  );
}
