import { type ReactNode, useState } from 'react';
import { timeOf } from '#foundation';
import { Button, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Whether what was edited is safe on the server, in a word. */
export function SaveWord(): ReactNode {
  const { services } = useApplication();
  const save = useStore(services.study.store, (state) => state.save);
  if (save.kind === 'saved' && save.atMs === null) return null;
  if (save.kind === 'failed') return <Unsaved why={save.problem.title} refused={save.rejected} />;
  return (
    <span className={styles.second} role="status">
      {save.kind === 'saving'
        ? modeTexts.save.saving
        : modeTexts.save.saved(timeOf(save.atMs ?? 0))}
    </span>
  );
}

/** What to do with an edit that is not saved. One that was refused can be given up, after a question. */
function Unsaved({ why, refused }: { readonly why: string; readonly refused: boolean }): ReactNode {
  const { study } = useApplication().services;
  const [asks, setAsks] = useState(false);
  const { save: texts } = modeTexts;
  const link = (label: string, onPress: () => void) => (
    <Button kind="link" size={24} onPress={onPress}>
      {label}
    </Button>
  );
  return (
    <span className={styles.unsaved} role="status">
      {asks && refused ? texts.lost : texts.failed(why)}
      {asks && refused ? null : link(texts.again, () => void study.flush())}
      {refused && !asks ? link(texts.giveUp, () => setAsks(true)) : null}
      {refused && asks ? link(texts.giveUp, () => study.discardRejected()) : null}
      {refused && asks ? link(texts.keep, () => setAsks(false)) : null}
    </span>
  );
}
