import { type ReactNode, useState } from 'react';
import { Button, Dialog, DialogActions, Icon, TextField, useStore } from '#ui';
import { keyText } from '../layout/key-text.ts';
import { useApplication } from '../start/application-context.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { fuzzyMatch } from './fuzzy-match.ts';
import styles from './help-dialog.module.css';
import { type Act, listActs } from './list-acts.ts';

const { help } = commandTexts;

/** Every key that works now, by group, searchable by what it does or by the key. */
export function HelpDialog(): ReactNode {
  const application = useApplication();
  const { commands, navigation } = application;
  const layout = useStore(commands.layout);
  const [query, setQuery] = useState('');
  const [acts] = useState(() => listActs(application).filter(({ key }) => key !== null));
  const shown = acts
    .map((act) => ({ act, keys: keyText(act.key ?? '', layout) }))
    .filter(({ act, keys }) => isWanted(query, act.title, keys));
  const groups = [...new Set(shown.map(({ act }) => act.group))];
  const leaveFor = (next: () => void) => (): void => {
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
        onChange={setQuery}
      />
      {shown.length === 0 ? <p role="status">{help.empty}</p> : null}
      {groups.map((group) => (
        <section key={group} className={styles.group} aria-label={group}>
          <h3>{group}</h3>
          <dl className={styles.keys}>
            {shown
              .filter(({ act }) => act.group === group)
              .map(({ act, keys }) => (
                <KeyLine key={act.id} act={act} keys={keys} />
              ))}
          </dl>
        </section>
      ))}
      <p className={styles.alt}>{help.alt}</p>
      <DialogActions>
        <Button onPress={leaveFor(() => navigation.go('/preferences'))}>{help.change}</Button>
        <Button onPress={leaveFor(() => commands.show('palette'))}>{help.palette}</Button>
      </DialogActions>
    </Dialog>
  );
}

function KeyLine({ act, keys }: { readonly act: Act; readonly keys: string }): ReactNode {
  return (
    <div>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>
        {act.title}
        {act.reason === null ? null : <span className={styles.reason}> {act.reason}</span>}
      </dd>
    </div>
  );
}

/** By words of the title, or by the key itself: 'z' finds Ctrl + Z. */
function isWanted(query: string, title: string, keys: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return true;
  return keys.toLowerCase().split(' + ').includes(wanted) || fuzzyMatch(wanted, title) !== null;
}
