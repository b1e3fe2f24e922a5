import type { ReactNode } from 'react';
import { Button } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from './dashboard.module.css';

const { newer } = adminTexts;

/**
 * Shows the version that someone else saved first, and lets the user choose between both versions.
 */
export function ConflictCard(props: {
  /** Fields that differ in the other version, with the values of that version. */
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
