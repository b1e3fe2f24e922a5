import type { ReactNode } from 'react';
import type { LiveConnectionState } from '#core';
import { classNames, Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './app-bar.module.css';

const texts = layoutTexts.connection;

const LIVE_LABELS: Readonly<Record<LiveConnectionState, string>> = {
  off: '',
  online: texts.online,
  lost: texts.reconnecting,
  connecting: texts.connecting,
};

/**
 * Shows the worse state of server and live connection as one label; empty while live updates are
 * off and the server is reachable.
 */
export function ConnectionState(): ReactNode {
  const { live, connection } = useApplication().services;
  const serverState = useStore(connection.state);
  const liveState = useStore(live.state);
  const offline = serverState === 'offline';
  if (liveState === 'off' && !offline) return <span role="status" />;
  const isDisconnected = offline || liveState === 'lost';
  const label = offline ? texts.offline : LIVE_LABELS[liveState];
  const reconnectingReason = isDisconnected ? texts.reconnectingWhy : undefined;
  const reason = offline ? texts.offlineWhy : reconnectingReason;
  return (
    <span
      className={classNames(
        styles.item,
        isDisconnected && styles.disconnected,
        offline && styles.offline,
      )}
      role="status"
      title={reason}
    >
      <Icon name={isDisconnected ? 'offline' : 'online'} size={16} />
      <span data-bar-label={isDisconnected ? undefined : 'product'}>{label}</span>
    </span>
  );
}
