import { type ReactNode, useEffect, useState } from 'react';
import { isCharacterKey, type KeyChoices } from '#core';
import { Button, Dialog, DialogActions, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { keyText } from '../keyboard/key-text.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { conflictsOf, effectiveKey, type KeyRow } from './key-rows.ts';
import styles from './preferences.module.css';
import { type RecordedKey, recordKey } from './record-key.ts';

const texts = preferenceTexts.recorder;

export interface KeyRecorderProps {
  readonly row: KeyRow;
  readonly rows: readonly KeyRow[];
  readonly choices: KeyChoices;
  /** Saves the key; the rows in `conflicts` lose the key. */
  onSave(key: string, conflicts: readonly KeyRow[]): void;
  onClose(): void;
}

/** Records a new shortcut; shows a conflict and replaces the other shortcut only when confirmed. */
export function KeyRecorder(props: KeyRecorderProps): ReactNode {
  const { row, rows, choices } = props;
  const [recorded, setRecorded] = useState<RecordedKey>({ kind: 'incomplete' });
  const layout = useStore(useApplication().commands.layout);
  useRecording(setRecorded);
  const keyLabel = recorded.kind === 'incomplete' ? null : keyText(recorded.key, layout);
  const key = recorded.kind === 'key' ? recorded.key : null;
  const conflicts = key === null ? [] : conflictsOf(rows, row, key, choices);
  const isSame = key !== null && effectiveKey(row, choices) === key;
  const names = conflicts.map(({ title }) => title).join('”, “');
  return (
    <Dialog title={texts.title(row.title)} open onClose={() => props.onClose()}>
      <p>{texts.press}</p>
      <p className={styles.pressed} role="status" aria-label={texts.pressed}>
        {keyLabel === null ? texts.nothingPressed : <kbd>{keyLabel}</kbd>}
      </p>
      <Remarks recorded={recorded} keyLabel={keyLabel ?? ''} names={names} isSame={isSame} />
      {key !== null && isCharacterKey(key) && !choices.characterKeys ? (
        <p className={styles.remark}>{texts.characterOff}</p>
      ) : null}
      <DialogActions>
        <Button onPress={() => props.onClose()}>{texts.cancel}</Button>
        <Button
          kind="primary"
          disabled={key === null || isSame}
          onPress={() => {
            if (key !== null) props.onSave(key, conflicts);
          }}
        >
          {conflicts.length === 0 ? texts.save : texts.take(names)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Remarks(props: {
  readonly recorded: RecordedKey;
  readonly keyLabel: string;
  readonly names: string;
  readonly isSame: boolean;
}): ReactNode {
  const { recorded, keyLabel, names, isSame } = props;
  if (recorded.kind === 'rejected') {
    return (
      <p className={styles.rejected} role="alert">
        {texts.rejected[recorded.usedFor](keyLabel)}
      </p>
    );
  }
  if (isSame) return <p className={styles.remark}>{texts.same}</p>;
  if (names === '') return null;
  return (
    <p className={styles.rejected} role="alert">
      {texts.conflict(keyLabel, names)}
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

/** Captures key presses before other handlers while the dialog is open. */
function useRecording(onRecord: (recorded: RecordedKey) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isForDialog(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const recorded = recordKey(event);
      if (recorded.kind !== 'incomplete') onRecord(recorded);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onRecord]);
}
