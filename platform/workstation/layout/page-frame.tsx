import { type ReactNode, useEffect } from 'react';
import { layoutTexts } from '../texts/layout-texts.ts';
import { AppBar, type AppBarProps } from './app-bar.tsx';
import styles from './page-frame.module.css';

export interface PageFrameProps extends Omit<AppBarProps, 'children'> {
  /** What the page puts into the bar. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/** The common layout: the bar, and the page below it. */
export function PageFrame({ title, bar, states, children }: PageFrameProps): ReactNode {
  useEffect(() => {
    document.title = layoutTexts.windowTitle(title ?? layoutTexts.unknownPath);
  }, [title]);
  return (
    <div className={styles.frame}>
      <AppBar title={title} states={states}>
        {bar}
      </AppBar>
      <main className={styles.page}>{children}</main>
    </div>
  );
}
