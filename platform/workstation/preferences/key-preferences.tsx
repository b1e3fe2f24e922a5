import { type ReactNode, useEffect, useState } from 'react';
import type { UserKeys } from '#core';
import { Button, ConfirmDialog, Icon, Switch, TextField, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { fuzzyMatch } from '../commands/fuzzy-match.ts';
import { keyText } from '../keyboard/key-text.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { KeyRecorder } from './key-recorder.tsx';
import { type KeyRow, keyInForce, keyRows } from './key-rows.ts';
import { KeyTable } from './key-table.tsx';
import styles from './preferences.module.css';

const texts = preferenceTexts.keys;

/** Lists every command and tool with its shortcut; changes, removes and resets shortcuts. */
export function KeyPreferences(): ReactNode {
  const { services, commands } = useApplication();
  const { userKeys } = services;
  const choices = useStore(userKeys.store);
  const layout = useStore(commands.layout);
  const all = useKeyRows();
  const [query, setQuery] = useState('');
  const [recording, setRecording] = useState<KeyRow | null>(null);
  const save = useFailureNotice();
  const shown = all.filter((row) => {
    const term = query.trim().toLowerCase();
    const keys = keyText(keyInForce(row, choices) ?? '', layout).toLowerCase();
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
        onChange={(on) => save(userKeys.setCharacterKeys(on))}
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
        <ResetAll disabled={Object.keys(choices.keys).length === 0} save={save} />
      </div>
      {groups.length === 0 ? <p role="status">{texts.none}</p> : null}
      {groups.map((group) => (
        <KeyTable
          key={group}
          group={group}
          rows={shown.filter((row) => row.group === group)}
          all={all}
          choices={choices}
          onChange={setRecording}
          onSet={(row, key) => save(userKeys.set({ [row.action]: key }))}
        />
      ))}
      {recording === null ? null : (
        <KeyRecorder
          row={recording}
          rows={all}
          choices={choices}
          onClose={() => setRecording(null)}
          onSave={(key, from) => {
            const clearedKeys = Object.fromEntries(from.map(({ action }) => [action, null]));
            save(userKeys.set({ ...clearedKeys, [recording.action]: key }));
            setRecording(null);
          }}
        />
      )}
    </section>
  );
}

function ResetAll(props: {
  readonly disabled: boolean;
  readonly save: ReturnType<typeof useFailureNotice>;
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
          props.save(userKeys.resetAll());
        }}
      >
        {texts.resetAllText}
      </ConfirmDialog>
    </>
  );
}

/** Returns a function that shows a notice when saving fails. */
function useFailureNotice(): (saved: ReturnType<UserKeys['resetAll']>) => void {
  const { notices } = useApplication().services;
  return (saved) =>
    void saved.then((result) => {
      if (!result.ok) notices.showProblem(result.problem);
    });
}

/**
 * Returns the rows; complete only after the extensions of the modes have registered their commands.
 */
function useKeyRows(): readonly KeyRow[] {
  const application = useApplication();
  const [rows, setRows] = useState(() => keyRows(application));
  useEffect(() => {
    let cancelled = false;
    const { host, services } = application;
    const modes = host.modes.filter(
      ({ mode, problem }) => problem === null && services.session.can(mode.features),
    );
    const extensionIds = new Set(modes.flatMap(({ mode }) => [...mode.requires, ...mode.optional]));
    const extensionsToStart = [...extensionIds].filter((id) => host.plan.start.includes(id));
    void Promise.all(extensionsToStart.map((id) => host.activate(id))).then(() => {
      if (!cancelled) setRows(keyRows(application));
    });
    return () => {
      cancelled = true;
    };
  }, [application]);
  return rows;
}
