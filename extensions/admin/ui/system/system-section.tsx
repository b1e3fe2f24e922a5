import type { ReactNode } from 'react';
import { routes, type SystemInfo } from '#contracts';
import { stampOf } from '#foundation';
import { Button, Icon, ProgressBar, StatusDot } from '#ui';
import { bytesText, durationText } from '../../model/when.ts';
import { systemTexts } from '../../texts/system-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import styles from '../shared/dashboard.module.css';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import { useLoad } from '../shared/use-load.ts';
import { FactList } from './fact-list.tsx';

const EVERY_MS = 30_000;
const { server, database, store, parts, status } = systemTexts;

/** Versions, parts, database, files and disk of the server. */
export function SystemSection(): ReactNode {
  const { api } = useAdmin();
  const loaded = useLoad('system', (signal) => api.call(routes.systemInfo, { signal }), EVERY_MS);
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
      <Loadable what={systemTexts.what} loaded={loaded}>
        {(info) => <Info info={info} />}
      </Loadable>
    </SectionFrame>
  );
}

function Info({ info }: { readonly info: SystemInfo }): ReactNode {
  return (
    <div className={styles.columns}>
      <FactList title={server.title} facts={serverFacts(info)} />
      <FactList
        title={parts.title}
        facts={Object.entries(info.parts).map(([name, state]) => [
          name,
          <Word key={name} good={state === 'up'} text={parts[state]} />,
        ])}
      />
      <FactList
        title={database.title}
        facts={[
          [database.version, info.database.version],
          [database.size, bytesText(info.database.sizeBytes)],
          [
            database.schema,
            database.migrations(
              info.database.migrations.length,
              info.database.migrations.at(-1) ?? '—',
            ),
          ],
        ]}
      />
      <FactList title={store.title} facts={storeFacts(info.store)} />
    </div>
  );
}

function serverFacts(info: SystemInfo): readonly (readonly [string, ReactNode])[] {
  return [
    [
      server.status,
      <Word key="status" good={info.status === 'ready'} text={status[info.status]} />,
    ],
    [server.version, info.version],
    [server.runtime, info.runtime],
    [server.platform, info.platform],
    [server.startedAt, stampOf(info.startedAt)],
    [server.uptime, durationText(info.uptimeSeconds)],
    [server.timeZone, info.timeZone],
  ];
}

function storeFacts(info: SystemInfo['store']): readonly (readonly [string, ReactNode])[] {
  const { freeBytes, diskBytes } = info;
  const known = freeBytes !== null && diskBytes !== null;
  return [
    [store.files, info.files.toLocaleString('en-GB')],
    [store.bytes, bytesText(info.bytes)],
    [store.disk, known ? store.free(bytesText(freeBytes), bytesText(diskBytes)) : store.unknown],
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

function Word(props: { readonly good: boolean; readonly text: string }): ReactNode {
  return (
    <span className={styles.state}>
      <StatusDot state={props.good ? 'ok' : 'danger'} />
      {props.text}
    </span>
  );
}
