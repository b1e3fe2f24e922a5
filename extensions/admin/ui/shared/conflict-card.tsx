import type { ReactNode } from 'react';
import { Button } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from './dashboard.module.css';

const { newer } = adminTexts;

/** Someone else saved first: what they saved, and the two ways on. */
export function ConflictCard(props: {
  /** Fields in which their version is another, with what it says. */
  readonly theirs: readonly { readonly field: string; readonly value: string }[];
  onAcceptTheirs(): void;
  onAcceptMine(): void;
}): ReactNode {
  return (
    <div role="alert" className={styles.conflict}>
      <strong>{newer.title}</strong>
      <p>{newer.text}</p>
      {props.theirs.length === 0 ? <p>{newer.noFieldChanged}</p> : null}
      <ul>
        {props.theirs.map(({ field, value }) => (
          <li key={field}>{newer.theirs(field, value === '' ? adminTexts.none : value)}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onPress={() => props.onAcceptTheirs()}>{newer.acceptTheirs}</Button>
        <Button kind="primary" onPress={() => props.onAcceptMine()}>
          {newer.acceptMine}
        </Button>
      </div>
    </div>
  );
}
