import type { ReactNode } from 'react';
import { classNames, Icon, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './app-bar.module.css';

const texts = layoutTexts.connection;

/** Whether server and live link answer, in a word; silent while nobody needs to know. */
export function ConnectionState(): ReactNode {
  const { live, connection } = useApplication().services;
  const server = useStore(connection.state);
  const link = useStore(live.state);
  const offline = server === 'offline';
  if (link === 'off' && !offline) return <span role="status" />;
  const lost = offline || link === 'lost';
  const word = offline
    ? texts.offline
    : { off: '', online: texts.online, lost: texts.reconnecting, connecting: texts.connecting }[
        link
      ];
  const why = offline ? texts.offlineWhy : lost ? texts.reconnectingWhy : undefined;
  return (
    <span
      className={classNames(styles.item, lost && styles.lost, offline && styles.offline)}
      role="status"
      title={why}
    >
      <Icon name={lost ? 'offline' : 'online'} size={16} />
      <span className={lost ? '' : (styles.calm ?? '')}>{word}</span>
    </span>
  );
}
