import { type ReactNode, useEffect, useState } from 'react';
import { isCharacterKey, type KeyChoices } from '#core';
import { Button, Dialog, DialogActions, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { keyText } from '../keyboard/key-text.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { conflictsOf, type KeyRow, keyInForce } from './key-rows.ts';
import styles from './preferences.module.css';
import { type RecordedKey, recordKey } from './record-key.ts';

const texts = preferenceTexts.recorder;

export interface KeyRecorderProps {
  readonly row: KeyRow;
  readonly rows: readonly KeyRow[];
  readonly choices: KeyChoices;
  /** Saves the key; `from` lists the rows that lose the key. */
  onSave(key: string, from: readonly KeyRow[]): void;
  onClose(): void;
}

/** Records a new shortcut; shows a conflict and replaces the other shortcut only when confirmed. */
export function KeyRecorder(props: KeyRecorderProps): ReactNode {
  const { row, rows, choices } = props;
  const [recorded, setRecorded] = useState<RecordedKey>({ kind: 'incomplete' });
  const layout = useStore(useApplication().commands.layout);
  useRecording(setRecorded);
  const shown = recorded.kind === 'incomplete' ? null : keyText(recorded.key, layout);
  const key = recorded.kind === 'key' ? recorded.key : null;
  const others = key === null ? [] : conflictsOf(rows, row, key, choices);
  const isSame = key !== null && keyInForce(row, choices) === key;
  const names = others.map(({ title }) => title).join('”, “');
  return (
    <Dialog title={texts.title(row.title)} open onClose={() => props.onClose()}>
      <p>{texts.press}</p>
      <p className={styles.pressed} role="status" aria-label={texts.pressed}>
        {shown === null ? texts.nothingPressed : <kbd>{shown}</kbd>}
      </p>
      <Remarks recorded={recorded} shown={shown ?? ''} names={names} isSame={isSame} />
      {key !== null && isCharacterKey(key) && !choices.characterKeys ? (
        <p className={styles.remark}>{texts.characterOff}</p>
      ) : null}
      <DialogActions>
        <Button onPress={() => props.onClose()}>{texts.cancel}</Button>
        <Button
          kind="primary"
          disabled={key === null || isSame}
          onPress={() => {
            if (key !== null) props.onSave(key, others);
          }}
        >
          {others.length === 0 ? texts.save : texts.take(names)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Remarks(props: {
  readonly recorded: RecordedKey;
  readonly shown: string;
  readonly names: string;
  readonly isSame: boolean;
}): ReactNode {
  const { recorded, shown, names, isSame } = props;
  if (recorded.kind === 'rejected') {
    return (
      <p className={styles.rejected} role="alert">
        {texts.rejected[recorded.usedFor](shown)}
      </p>
    );
  }
  if (isSame) return <p className={styles.remark}>{texts.same}</p>;
  if (names === '') return null;
  return (
    <p className={styles.rejected} role="alert">
      {texts.conflict(shown, names)}
    </p>
  );
}

/** Returns true for keys that operate the dialog: focus, buttons and Escape. */
function isForDialog(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (['Tab', 'Escape'].includes(event.key)) return true;
  const onButton = event.target instanceof Element && event.target.closest('button') !== null;
  return onButton && (event.key === 'Enter' || event.key === ' ');
}

/** Captures every key press before other handlers while the dialog is open. */
function useRecording(take: (recorded: RecordedKey) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isForDialog(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const recorded = recordKey(event);
      if (recorded.kind !== 'incomplete') take(recorded);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [take]);
}
