import type { ReactNode } from 'react';
import { CONTRIBUTION_POINTS } from '#contracts';
import type { ContributionChange, SwitchEffect } from '#core';
import { ConfirmDialog } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import styles from './extensions.module.css';
import type { SwitchRowData } from './switch-rows.ts';

const { confirmation } = extensionTexts;
/** Maximum number of names listed per kind; the rest is shown as a count. */
const MAX_NAMES = 8;

/** Shows what a switch adds and removes before the change is confirmed. */
export function EffectDialog(props: {
  readonly row: SwitchRowData;
  /** Rows of all extensions, for the note about jobs and services on the server. */
  readonly extensions: readonly SwitchRowData[];
  readonly effect: SwitchEffect;
  readonly busy: boolean;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { row, effect } = props;
  const { title, enabled } = row;
  return (
    <ConfirmDialog
      open
      title={enabled ? confirmation.off(title) : confirmation.on(title)}
      confirmLabel={enabled ? confirmation.confirmOff(title) : confirmation.confirmOn(title)}
      busy={props.busy}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <Effect row={row} extensions={props.extensions} effect={effect} />
    </ConfirmDialog>
  );
}

function Effect(props: {
  readonly row: SwitchRowData;
  readonly extensions: readonly SwitchRowData[];
  readonly effect: SwitchEffect;
}): ReactNode {
  const { row, effect } = props;
  const stopped = effect.stops.filter(({ id }) => id !== row.name);
  const started = effect.starts.filter(({ id }) => id !== row.name);
  const affected = new Set([...effect.starts, ...effect.stops].map(({ id }) => id));
  const withServer = props.extensions.filter(
    ({ name, hasServer }) => hasServer && affected.has(name),
  );
  const groups: readonly (readonly [string, readonly string[]])[] = [
    [confirmation.stops, stopped.map(withReason)],
    [confirmation.starts, started.map(({ title }) => title)],
    [
      confirmation.modesRemoved,
      effect.modesRemoved.filter(({ id }) => id !== row.name).map(withReason),
    ],
    [
      confirmation.modesAdded,
      effect.modesAdded.filter(({ id }) => id !== row.name).map(withReason),
    ],
    [confirmation.modesLimited, effect.modesLimited.map(({ title }) => title)],
    [confirmation.removed, contributionsOf(effect.removed)],
    [confirmation.added, contributionsOf(effect.added)],
  ];
  const shownGroups = groups.filter(([, texts]) => texts.length > 0);
  return (
    <div className={styles.effect}>
      {shownGroups.length === 0 ? <p>{confirmation.noEffect}</p> : null}
      {shownGroups.map(([title, texts]) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
      {withServer.length === 0 ? null : (
        <p>{confirmation.server(withServer.map(({ title }) => title).join(', '))}</p>
      )}
      <p className={styles.when}>{confirmation.when}</p>
    </div>
  );
}

const withReason = (entry: { readonly title: string; readonly reason: string | null }): string =>
  entry.reason === null ? entry.title : confirmation.because(entry.title, entry.reason);

/** Returns one line per kind: `Commands: Undo, Redo, 3 more`. */
function contributionsOf(changes: readonly ContributionChange[]): readonly string[] {
  return CONTRIBUTION_POINTS.flatMap((point) => {
    const names = changes
      .filter((change) => change.point === point)
      .map(({ title, path }) => (path === null ? title : `${title} (${path})`));
    if (names.length === 0) return [];
    const more = names.length - MAX_NAMES;
    const shown = more > 0 ? [...names.slice(0, MAX_NAMES), confirmation.more(more)] : names;
    return [`${confirmation.points[point]}: ${shown.join(', ')}`];
  });
}
