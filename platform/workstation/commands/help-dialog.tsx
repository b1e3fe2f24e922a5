import { type ReactNode, useState } from 'react';
import { Button, Dialog, DialogActions, Icon, TextField, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { sectionTitles } from '../keyboard/key-section.ts';
import { keyText } from '../keyboard/key-text.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { fuzzyMatch } from './fuzzy-match.ts';
import styles from './help-dialog.module.css';
import { type Action, type ListedPage, listActions } from './list-actions.ts';
import type { SearchField } from './use-typed-ahead.ts';

const { help } = commandTexts;

/** Lists every active shortcut by section, searchable by action or key. */
export function HelpDialog({
  listPages,
  search,
}: {
  readonly listPages: () => readonly ListedPage[];
  readonly search: SearchField;
}): ReactNode {
  const application = useApplication();
  const { commands, navigation } = application;
  const layout = useStore(commands.layout);
  const { query } = useStore(search.store);
  const [actions] = useState(() =>
    listActions(application, listPages()).filter(({ key }) => key !== null),
  );
  const shown = actions
    .map((action) => ({ action, keys: keyText(action.key ?? '', layout) }))
    .filter(({ action, keys }) => matchesQuery(query, action.title, keys));
  const groups = sectionsInOrder(
    shown.map(({ action }) => sectionOf(action)),
    commands.mode.getState()?.mode ?? null,
  );
  const closeAndRun = (next: () => void) => (): void => {
    commands.show(null);
    afterFocusReturns(next);
  };
  return (
    <Dialog title={help.title} open onClose={() => commands.show(null)}>
      <TextField
        label={help.search}
        labelHidden
        type="search"
        value={query}
        autoFocus
        placeholder={help.search}
        icon={<Icon name="search" size={16} />}
        onChange={search.setQuery}
      />
      {shown.length === 0 ? <p role="status">{help.empty}</p> : null}
      {groups.map((group) => (
        <section key={group} className={styles.group} aria-label={group}>
          <h3>{group}</h3>
          <dl className={styles.keys}>
            {shown
              .filter(({ action }) => sectionOf(action) === group)
              .map(({ action, keys }) => (
                <KeyLine key={action.id} action={action} keys={keys} />
              ))}
          </dl>
        </section>
      ))}
      <p className={styles.alt}>{help.alt}</p>
      <DialogActions>
        <Button onPress={closeAndRun(() => navigation.go('/shortcuts'))}>{help.print}</Button>
        <Button onPress={closeAndRun(() => navigation.go('/preferences'))}>{help.change}</Button>
        <Button onPress={closeAndRun(() => commands.show('palette'))}>{help.palette}</Button>
      </DialogActions>
    </Dialog>
  );
}

const sectionOf = ({ section, group }: Action): string => section ?? group;

/** Sorts the sections: those of the page, those of the mode in its order, then the others. */
function sectionsInOrder(
  sections: readonly string[],
  mode: Parameters<typeof sectionTitles>[0] | null,
): readonly string[] {
  const order = [commandTexts.groups.page, ...(mode === null ? [] : sectionTitles(mode))];
  const rank = (section: string): number => {
    const idx = order.indexOf(section);
    return idx === -1 ? order.length : idx;
  };
  return [...new Set(sections)].toSorted((a, b) => rank(a) - rank(b));
}

function KeyLine({ action, keys }: { readonly action: Action; readonly keys: string }): ReactNode {
  return (
    <div>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>
        {action.title}
        {action.reason === null ? null : <span className={styles.reason}> {action.reason}</span>}
      </dd>
    </div>
  );
}

/** Matches words of the title or the key: 'z' finds Ctrl + Z. */
function matchesQuery(query: string, title: string, keys: string): boolean {
  const term = query.trim().toLowerCase();
  if (term === '') return true;
  return keys.toLowerCase().split(' + ').includes(term) || fuzzyMatch(term, title) !== null;
}
