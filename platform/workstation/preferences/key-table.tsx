import type { ReactNode } from 'react';
import { isCharacterKey, type KeyChoices } from '#core';
import { Button, classNames, IconButton, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { keyText } from '../keyboard/key-text.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { conflictsOf, effectiveKey, type KeyRow } from './key-rows.ts';
import styles from './preferences.module.css';

const texts = preferenceTexts.keys;

export interface KeyTableProps {
  readonly group: string;
  readonly rows: readonly KeyRow[];
  /** All rows, for finding conflicts. */
  readonly allRows: readonly KeyRow[];
  readonly choices: KeyChoices;
  onChange(row: KeyRow): void;
  /** Null removes the shortcut; undefined restores the default. */
  onSet(row: KeyRow, key: null | undefined): void;
}

/** Table of the commands of a group with their shortcuts. */
export function KeyTable(props: KeyTableProps): ReactNode {
  const { command, key, standard } = texts.columns;
  return (
    <section>
      <h3 className={styles.group}>{props.group}</h3>
      <table className={styles.table} aria-label={texts.group(props.group)}>
        <thead>
          <tr>
            <th scope="col">{command}</th>
            <th scope="col">{key}</th>
            <th scope="col">{standard}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <KeyTableRow key={row.action} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function KeyTableRow(props: KeyTableProps & { readonly row: KeyRow }) {
  const { row, allRows, choices, onChange, onSet } = props;
  const layout = useStore(useApplication().commands.layout);
  const key = effectiveKey(row, choices);
  const isCustom = Object.hasOwn(choices.keys, row.action);
  const conflicts = key === null ? [] : conflictsOf(allRows, row, key, choices);
  const isOff = key !== null && isCharacterKey(key) && !choices.characterKeys;
  return (
    <tr data-custom={isCustom}>
      <th scope="row">{row.title}</th>
      <td>
        <span className={styles.key}>
          <span className={styles.keyName}>
            {key === null ? (
              <span className={styles.none}>{texts.noKey}</span>
            ) : (
              <kbd className={classNames(isOff && styles.off)}>{keyText(key, layout)}</kbd>
            )}
          </span>
          {isOff ? <span className={styles.none}>{texts.off}</span> : null}
          <Button
            kind="link"
            size={24}
            ariaLabel={texts.change(row.title)}
            onPress={() => onChange(row)}
          >
            {texts.changeLabel}
          </Button>
          {key === null ? null : (
            <IconButton
              icon="close"
              size={24}
              label={texts.remove(row.title)}
              onPress={() => onSet(row, null)}
            />
          )}
          {isCustom ? (
            <IconButton
              icon="reset"
              size={24}
              label={texts.reset(row.title)}
              onPress={() => onSet(row, undefined)}
            />
          ) : null}
        </span>
        {conflicts.map((other) => (
          <p key={other.action} className={styles.rejected} role="alert">
            {preferenceTexts.recorder.conflict(keyText(key ?? '', layout), other.title)}
          </p>
        ))}
      </td>
      <td className={styles.none}>
        {row.defaultKey === null ? texts.noKey : keyText(row.defaultKey, layout)}
      </td>
    </tr>
  );
}
