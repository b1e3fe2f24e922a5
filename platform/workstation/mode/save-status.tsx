import { type ReactNode, useState } from 'react';
import { timeOf } from '#foundation';
import { Button, Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Shows whether all edits are saved on the server. */
export function SaveStatus(): ReactNode {
  const { services } = useApplication();
  const save = useStore(services.study.store, (state) => state.save);
  if (save.kind === 'saved' && save.atMs === null) return null;
  if (save.kind === 'failed')
    return <Unsaved reason={save.problem.title} rejected={save.rejected} />;
  const label =
    save.kind === 'saving' ? modeTexts.save.saving : modeTexts.save.saved(timeOf(save.atMs ?? 0));
  return (
    <span className={styles.saved} role="status" title={label}>
      <Icon name={save.kind === 'saving' ? 'clock' : 'check'} size={16} />
      <span data-bar-label="states">{label}</span>
    </span>
  );
}

/** Offers a retry for an unsaved edit; a rejected edit can be discarded after confirmation. */
function Unsaved({
  reason,
  rejected,
}: {
  readonly reason: string;
  readonly rejected: boolean;
}): ReactNode {
  const { study } = useApplication().services;
  const [confirming, setConfirming] = useState(false);
  const { save: texts } = modeTexts;
  const linkButton = (label: string, onPress: () => void) => (
    <Button kind="link" size={24} onPress={onPress}>
      {label}
    </Button>
  );
  return (
    <span className={styles.unsaved} role="status">
      {confirming && rejected ? texts.discardWarning : texts.failed(reason)}
      {confirming && rejected ? null : linkButton(texts.again, () => void study.flush())}
      {rejected && !confirming ? linkButton(texts.discard, () => setConfirming(true)) : null}
      {rejected && confirming ? linkButton(texts.discard, () => study.discardRejected()) : null}
      {rejected && confirming ? linkButton(texts.cancelDiscard, () => setConfirming(false)) : null}
    </span>
  );
}
