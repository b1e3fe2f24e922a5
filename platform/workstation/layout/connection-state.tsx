import type { ReactNode } from 'react';
import { classNames, Icon, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import styles from './app-bar.module.css';

/** The live link in a word; silent while nothing needs it. */
export function ConnectionState(): ReactNode {
  const { live } = useApplication().services;
  const state = useStore(live.state);
  if (state === 'off') return null;
  const lost = state === 'lost';
  return (
    <span className={classNames(styles.item, lost && styles.lost)} role="status">
      <Icon name={lost ? 'offline' : 'online'} size={16} />
      {state === 'online' ? 'Online' : lost ? 'Offline' : 'Connecting'}
    </span>
  );
}
