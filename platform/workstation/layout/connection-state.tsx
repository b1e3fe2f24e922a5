import type { ReactNode } from 'react';
import { classNames, Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './app-bar.module.css';

const texts = layoutTexts.connection;

/**
 * Shows the state of server and live connection in a word; empty while live updates are off and the
 * server is reachable.
 */
export function ConnectionState(): ReactNode {
  const { live, connection } = useApplication().services;
  const server = useStore(connection.state);
  const liveState = useStore(live.state);
  const offline = server === 'offline';
  if (liveState === 'off' && !offline) return <span role="status" />;
  const isDisconnected = offline || liveState === 'lost';
  const label = offline
    ? texts.offline
    : { off: '', online: texts.online, lost: texts.reconnecting, connecting: texts.connecting }[
        liveState
      ];
  const reason = offline ? texts.offlineWhy : isDisconnected ? texts.reconnectingWhy : undefined;
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
      <span className={isDisconnected ? '' : (styles.connected ?? '')}>{label}</span>
    </span>
  );
}
