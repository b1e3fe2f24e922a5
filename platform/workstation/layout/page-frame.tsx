import { type ReactNode, useEffect } from 'react';
import { layoutTexts } from '../texts/layout-texts.ts';
import { AppBar, type AppBarProps } from './app-bar.tsx';
import styles from './page-frame.module.css';

export interface PageFrameProps extends Omit<AppBarProps, 'children'> {
  /** Content that the page adds to the bar. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/** Common layout: app bar with the page below. */
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
