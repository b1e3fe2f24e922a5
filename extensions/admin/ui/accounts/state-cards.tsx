import type { ReactNode } from 'react';
import { cloudSyncStatus } from '#contracts';
import { syncStampOf } from '#foundation';
import { StatusDot } from '#ui';
import { formatLastSeen } from '../../model/format.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { deviceLastSeenAt, isOnline } from '../devices/device-state.ts';
import { type Admin, useAdmin } from '../shared/admin-context.ts';
import styles from '../shared/dashboard.module.css';
import { type SectionId, sectionPath } from '../shared/sections.ts';
import { SYNC_COLOURS } from '../shared/sync-colours.ts';

const { cards, none, yesterday } = adminTexts;

interface CardData {
  readonly section: SectionId;
  readonly title: string;
  readonly dot: ReactNode;
  readonly figure: string;
  readonly note: string;
}

/** Cards with the state of devices, jobs, sync and archive; each opens its section. */
export function StateCards(): ReactNode {
  const admin = useAdmin();
  const cardData = [devicesCard(admin), jobsCard(admin), syncCard(admin), archiveCard()];
  return (
    <ul className={styles.cards} aria-label={cards.label}>
      {cardData.map((card) => (
        <li key={card.section}>
          <a className={styles.card} href={`#${sectionPath(card.section)}`}>
            <span className={styles.cardTitle}>
              {card.dot}
              {card.title}
            </span>
            <strong>{card.figure}</strong>
            <small title={card.note}>{card.note}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

function devicesCard({ counts, deviceStates }: Admin): CardData {
  const base = { section: 'devices', title: cards.devices } as const;
  const { devices } = counts;
  if (devices === null || devices.length === 0) {
    const figure = devices === null ? none : cards.noDevices;
    return { ...base, dot: <StatusDot state="idle" />, figure, note: '' };
  }
  const offline = devices.filter(({ id }) => !isOnline(deviceStates.get(id)));
  const firstOffline = offline[0];
  const lastSeenAt =
    firstOffline === undefined
      ? null
      : deviceLastSeenAt(firstOffline, deviceStates.get(firstOffline.id));
  return {
    ...base,
    dot: <StatusDot state={firstOffline === undefined ? 'ok' : 'warning'} />,
    figure: cards.online(devices.length - offline.length, devices.length),
    note:
      firstOffline === undefined
        ? cards.allOnline
        : lastSeenText(firstOffline.serialNumber, lastSeenAt),
  };
}

const lastSeenText = (name: string, lastSeenAt: string | null): string =>
  lastSeenAt === null
    ? cards.neverConnected(name)
    : cards.lastSeen(name, formatLastSeen(lastSeenAt, Date.now(), yesterday));

function jobsCard({ counts }: Admin): CardData {
  const jobs = counts.jobs ?? [];
  const running = jobs.filter(({ status }) => status === 'IN_PROGRESS');
  return {
    section: 'jobs',
    title: cards.jobs,
    dot: <StatusDot state={running.length > 0 ? 'busy' : 'idle'} />,
    figure: cards.running(running.length, jobs.length - running.length),
    note: running[0]?.phase ?? (jobs.length === 0 ? cards.noJobs : ''),
  };
}

function syncCard({ counts }: Admin): CardData {
  const { sync } = counts;
  const colour = sync === null ? undefined : SYNC_COLOURS[sync.status];
  return {
    section: 'sync',
    title: cards.sync,
    dot: <span className={styles.syncDot} style={{ background: colour }} aria-hidden="true" />,
    figure: sync === null ? none : cloudSyncStatus.labels[sync.status],
    note: syncNote(sync),
  };
}

function syncNote(sync: Admin['counts']['sync']): string {
  if (sync === null) return '';
  if (!sync.configured) return cards.noCloud;
  return sync.lastSyncAt === null ? cards.neverSynced : syncStampOf(sync.lastSyncAt);
}

function archiveCard(): CardData {
  return {
    section: 'archive',
    title: cards.archive,
    dot: <StatusDot state="idle" />,
    figure: cards.noArchive,
    note: cards.archiveNote,
  };
}
