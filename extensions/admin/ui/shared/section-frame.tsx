import type { ReactNode } from 'react';
import { ErrorCard, type Loaded, Spinner } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from './dashboard.module.css';
import type { SectionId } from './sections.ts';

/** Section with title, item count, tools and body. */
export function SectionFrame(props: {
  readonly id: SectionId;
  readonly count?: number | null;
  readonly tools?: ReactNode;
  /** True when the body scrolls by itself, e.g. a table. */
  readonly filling?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const heading = `admin-${props.id}`;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>{adminTexts.sections[props.id]}</h2>
        {props.count === undefined || props.count === null ? null : (
          <span className={styles.headCount}>{props.count}</span>
        )}
        <div className={styles.tools}>{props.tools}</div>
      </header>
      <div className={props.filling === true ? styles.filling : styles.scrolling}>
        {props.children}
      </div>
    </section>
  );
}

/** Shows the loaded value, a spinner while loading, or the error. */
export function Loadable<T>(props: {
  /** Name of the value in the text of the spinner: 'the system'. */
  readonly label: string;
  readonly loaded: Pick<Loaded<T>, 'value' | 'problem' | 'refresh'>;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  const { loaded, label } = props;
  const failure =
    loaded.problem === null ? null : (
      <ErrorCard problem={loaded.problem} onRetry={() => loaded.refresh()} />
    );
  if (loaded.value === null) {
    return failure ?? <Spinner label={adminTexts.loading(label)} centered />;
  }
  return (
    <>
      {failure}
      {props.children(loaded.value)}
    </>
  );
}
