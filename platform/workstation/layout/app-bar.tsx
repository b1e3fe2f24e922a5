import { type ReactNode, useRef } from 'react';
import { ProductMark } from '#ui';
import { layoutTexts } from '../texts/layout-texts.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-bar.module.css';
import { Breadcrumb } from './breadcrumb.tsx';
import { CommandButtons } from './command-buttons.tsx';
import { ConnectionState } from './connection-state.tsx';
import { EveryPagePanels } from './every-page-panels.tsx';
import { JobsButton } from './jobs-button.tsx';
import { useBarFit } from './use-bar-fit.ts';

export interface AppBarProps {
  /** Page title; null for an unknown path. */
  readonly title: string | null;
  /** Content that the page adds to the bar, e.g. the patient. */
  readonly children?: ReactNode;
  /** Content that the page adds beside the states on the right; always visible. */
  readonly states?: ReactNode;
}

/** Bar of every page: product, breadcrumb, page content, states and account. */
export function AppBar({ title, children, states }: AppBarProps): ReactNode {
  const bar = useRef<HTMLElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  useBarFit(bar, middle);
  return (
    <header ref={bar} className={styles.bar}>
      <span className={styles.product}>
        <ProductMark size={20} />
        <span data-bar-label="product">{layoutTexts.product}</span>
      </span>
      <span className={styles.divider} />
      <Breadcrumb title={title} />
      <div ref={middle} className={styles.middle}>
        {children}
      </div>
      <div className={styles.end}>
        <span className={styles.states}>{states}</span>
        <EveryPagePanels />
        <JobsButton />
        <ConnectionState />
        <CommandButtons />
        <AccountMenu />
      </div>
    </header>
  );
}
