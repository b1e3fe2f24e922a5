import { type ReactNode, useState } from 'react';
import type { UserKeys } from '#core';
import { Button, ConfirmDialog, Icon, Switch, TextField, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { fuzzyMatch } from '../commands/fuzzy-match.ts';
import { keyText } from '../keyboard/key-text.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { KeyRecorder } from './key-recorder.tsx';
import { effectiveKey, type KeyRow } from './key-rows.ts';
import { KeyTable } from './key-table.tsx';
import styles from './preferences.module.css';
import { useKeyRows } from './use-key-rows.ts';

const texts = preferenceTexts.keys;

/** Lists every command and tool with its shortcut; changes, removes and resets shortcuts. */
export function KeyPreferences(): ReactNode {
  const { services, commands } = useApplication();
  const { userKeys } = services;
  const choices = useStore(userKeys.store);
  const layout = useStore(commands.layout);
  const allRows = useKeyRows();
  const [query, setQuery] = useState('');
  const [recordedRow, setRecordedRow] = useState<KeyRow | null>(null);
  const showFailure = useShowFailure();
  const shown = allRows.filter((row) => {
    const term = query.trim().toLowerCase();
    const keys = keyText(effectiveKey(row, choices) ?? '', layout).toLowerCase();
    return keys.split(' + ').includes(term) || fuzzyMatch(term, row.title) !== null;
  });
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <section className={styles.section} aria-labelledby="preferences-keys">
      <h2 id="preferences-keys">{texts.title}</h2>
      <Switch
        label={texts.characters}
        help={texts.charactersHelp}
        checked={choices.characterKeys}
        onChange={(on) => showFailure(userKeys.setCharacterKeys(on))}
      />
      <div className={styles.tools}>
        <TextField
          label={texts.search}
          labelHidden
          type="search"
          placeholder={texts.search}
          value={query}
          icon={<Icon name="search" size={16} />}
          onChange={setQuery}
        />
        <ResetAll disabled={Object.keys(choices.keys).length === 0} showFailure={showFailure} />
      </div>
      {groups.length === 0 ? <p role="status">{texts.none}</p> : null}
      {groups.map((group) => (
        <KeyTable
          key={group}
          group={group}
          rows={shown.filter((row) => row.group === group)}
          allRows={allRows}
          choices={choices}
          onChange={setRecordedRow}
          onSet={(row, key) => showFailure(userKeys.set({ [row.action]: key }))}
        />
      ))}
      {recordedRow === null ? null : (
        <KeyRecorder
          row={recordedRow}
          rows={allRows}
          choices={choices}
          onClose={() => setRecordedRow(null)}
          onSave={(key, conflicts) => {
            const clearedKeys = Object.fromEntries(conflicts.map(({ action }) => [action, null]));
            showFailure(userKeys.set({ ...clearedKeys, [recordedRow.action]: key }));
            setRecordedRow(null);
          }}
        />
      )}
    </section>
  );
}

function ResetAll(props: {
  readonly disabled: boolean;
  readonly showFailure: ReturnType<typeof useShowFailure>;
}): ReactNode {
  const { userKeys } = useApplication().services;
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button disabled={props.disabled} onPress={() => setConfirming(true)}>
        {texts.resetAll}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={texts.resetAllTitle}
        confirmLabel={texts.resetAll}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          props.showFailure(userKeys.resetAll());
        }}
      >
        {texts.resetAllText}
      </ConfirmDialog>
    </>
  );
}

/** Returns a function that shows a notice when the given save fails. */
function useShowFailure(): (saved: ReturnType<UserKeys['resetAll']>) => void {
  const { notices } = useApplication().services;
  return (saved) =>
    void saved.then((result) => {
      if (!result.ok) notices.showProblem(result.problem);
    });
}
