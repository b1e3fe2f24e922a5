import { Fragment, type ReactNode } from 'react';
import styles from '../shared/dashboard.module.css';

/** Titled list of names and values in two columns. */
export function DetailList(props: {
  readonly title: string;
  readonly details: readonly (readonly [string, ReactNode])[];
}): ReactNode {
  return (
    <section className={styles.panel}>
      <h3>{props.title}</h3>
      <dl className={styles.details}>
        {props.details.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
