import { type FormEvent, type ReactNode, useState } from 'react';
import type { Preferences } from '#core';
import {
  Button,
  Dialog,
  DialogActions,
  Icon,
  IconButton,
  MenuButton,
  TextField,
  useStore,
} from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { recordTexts } from '../../texts/record-texts.ts';
import styles from '../lists.module.css';
import { type Filter, filterValueLabel, isFiltered, type ListFilters } from './filters.ts';
import {
  applicableFilters,
  formatSaved,
  MAX_FILTER_NAME_LENGTH,
  MAX_SAVED_FILTERS,
  parseSaved,
  type SavedFilters,
  withoutSaved,
  withSaved,
} from './saved-filters.ts';

const texts = recordTexts.filters;

export interface SavedFiltersMenuProps {
  /** Preference that stores the filter sets of this list. */
  readonly prefCode: string;
  readonly filters: readonly Filter[];
  readonly value: ListFilters;
  onChange(value: ListFilters): void;
}

/** Menu of named filter sets, stored in a user preference. */
export function SavedFiltersMenu(props: SavedFiltersMenuProps): ReactNode {
  const { notices, preferences } = useApplication().services;
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { saved, update } = useSavedFilters(preferences, props.prefCode);
  const isOffered = (id: string, value: string): boolean =>
    props.filters.some((filter) => filter.id === id && filterValueLabel(filter, value) !== null);
  const apply = (set: SavedFilters): void => {
    props.onChange(applicableFilters(set, isOffered));
    notices.show('info', texts.applied(set.name));
  };
  return (
    <>
      <MenuButton
        ariaLabel={texts.saved}
        className={styles.filterMenu ?? ''}
        entries={[
          ...(saved ?? []).map((set) => ({
            id: `set ${set.name}`,
            label: set.name,
            run: () => apply(set),
          })),
          {
            id: 'save',
            label: texts.save,
            separated: (saved ?? []).length > 0,
            disabled: !isFiltered(props.value),
            run: () => setDialog('save'),
          },
          {
            id: 'manage',
            label: texts.manage,
            disabled: (saved ?? []).length === 0,
            run: () => setDialog('manage'),
          },
        ]}
      >
        <Icon name="filter" size={16} />
        {texts.saved}
      </MenuButton>
      <Dialog title={texts.saveTitle} open={dialog === 'save'} onClose={() => setDialog(null)}>
        <SaveForm
          saved={saved}
          onClose={() => setDialog(null)}
          onSave={(name) => {
            setDialog(null);
            update((sets) => withSaved(sets, { ...props.value, name }), texts.savedDone(name));
          }}
        />
      </Dialog>
      <Dialog title={texts.manageTitle} open={dialog === 'manage'} onClose={() => setDialog(null)}>
        <SavedFilterList
          saved={saved ?? []}
          onRemove={(name) => update((sets) => withoutSaved(sets, name), texts.removedDone(name))}
          onClose={() => setDialog(null)}
        />
      </Dialog>
    </>
  );
}

type Change = (sets: readonly SavedFilters[]) => readonly SavedFilters[];

/** Returns the filter sets stored in the preference `code`. */
function useSavedFilters(
  preferences: Preferences,
  code: string,
): {
  /** Null when the stored value cannot be parsed. */
  readonly saved: readonly SavedFilters[] | null;
  /** Saves the changed sets, then shows `doneText`; reports a failed save. */
  update(change: Change, doneText: string): void;
} {
  const { notices } = useApplication().services;
  const saved = parseSaved(useStore(preferences.store, ({ values }) => values.get(code)));
  const update = async (change: Change, doneText: string): Promise<void> => {
    // Waits for the preferences; otherwise the new set would overwrite sets that are not loaded
    // yet.
    const ready = await preferences.whenReady();
    const sets = parseSaved(preferences.store.getState().values.get(code)) ?? [];
    const result = ready.ok ? await preferences.save(code, formatSaved(change(sets))) : ready;
    if (result.ok) notices.show('success', doneText);
    else notices.showProblem(result.problem);
  };
  return { saved, update: (change, doneText) => void update(change, doneText) };
}

function SaveForm(props: {
  readonly saved: readonly SavedFilters[] | null;
  onSave(name: string): void;
  onClose(): void;
}): ReactNode {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmedName = name.trim();
    const otherSets = withoutSaved(props.saved ?? [], trimmedName);
    if (trimmedName === '') setError(texts.nameMissing);
    else if (otherSets.length >= MAX_SAVED_FILTERS) setError(texts.tooManySaved);
    else props.onSave(trimmedName);
  };
  return (
    <form className={styles.saveForm} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        value={name}
        autoFocus
        required
        maxLength={MAX_FILTER_NAME_LENGTH}
        help={props.saved === null ? texts.unreadable : texts.nameHelp}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
      />
      <DialogActions>
        <Button onPress={props.onClose}>{recordTexts.cancel}</Button>
        <Button kind="primary" type="submit">
          {texts.saveButton}
        </Button>
      </DialogActions>
    </form>
  );
}

function SavedFilterList(props: {
  readonly saved: readonly SavedFilters[];
  onRemove(name: string): void;
  onClose(): void;
}): ReactNode {
  return (
    <>
      {props.saved.length === 0 ? <p>{texts.noneSaved}</p> : null}
      <ul className={styles.savedList}>
        {props.saved.map(({ name }) => (
          <li key={name}>
            {name}
            <IconButton
              icon="delete"
              label={texts.removeSaved(name)}
              onPress={() => props.onRemove(name)}
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={props.onClose}>{recordTexts.close}</Button>
      </DialogActions>
    </>
  );
}
