import { type ReactNode, useState } from 'react';
import { Dialog, IconButton, useKeyDown, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import styles from './help.module.css';
import { keyText } from './key-text.ts';

/** The keys that work on this page now, behind '?'. */
export function HelpButton(): ReactNode {
  const [open, setOpen] = useState(false);
  const { help } = useApplication();
  const entries = useStore(help);
  useKeyDown((event) => {
    if (event.key === '?' && !event.ctrlKey && !event.metaKey) setOpen(true);
  });
  return (
    <>
      <IconButton
        icon="help"
        label="Keys of this page"
        shortcut="?"
        onPress={() => setOpen(true)}
      />
      <Dialog title="Keys of this page" open={open} onClose={() => setOpen(false)}>
        <dl className={styles.keys}>
          {[{ key: '?', title: 'This list' }, ...entries].map((entry) => (
            <div key={`${entry.key} ${entry.title}`}>
              <dt>
                <kbd>{keyText(entry.key)}</kbd>
              </dt>
              <dd>{entry.title}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
