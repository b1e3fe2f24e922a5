import type { ReactNode } from 'react';
import { ProductMark } from '#ui';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-bar.module.css';
import { Breadcrumb } from './breadcrumb.tsx';
import { ConnectionState } from './connection-state.tsx';
import { EveryPagePanels } from './every-page-panels.tsx';
import { HelpButton } from './help-button.tsx';
import { JobsButton } from './jobs-button.tsx';

export interface AppBarProps {
  /** Title of the page; null for a path that is no page. */
  readonly title: string | null;
  /** What the page puts into the bar, e.g. the patient. */
  readonly children?: ReactNode;
  /** What the page puts beside the states at the right, always in sight. */
  readonly states?: ReactNode;
}

/** The one bar of every page: product, place, what the page adds, states, account. */
export function AppBar({ title, children, states }: AppBarProps): ReactNode {
  return (
    <header className={styles.bar}>
      <span className={styles.product}>
        <ProductMark size={20} />
        Clockface
      </span>
      <span className={styles.divider} />
      <Breadcrumb title={title} />
      <div className={styles.middle}>{children}</div>
      <div className={styles.end}>
        {states}
        <EveryPagePanels />
        <JobsButton />
        <ConnectionState />
        <HelpButton />
        <AccountMenu />
      </div>
    </header>
  );
}
