import type { ReactNode } from 'react';
import { CONTRIBUTION_POINTS } from '#contracts';
import type { ContributionChange, SwitchEffect } from '#core';
import { ConfirmDialog } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import styles from './extensions.module.css';
import type { SwitchLine } from './switch-rows.ts';

const { confirmation } = extensionTexts;
/** Maximum number of names listed per kind; the rest is shown as a count. */
const MAX_NAMES = 8;

/** Shows what a switch adds and removes before the change is confirmed. */
export function EffectDialog(props: {
  readonly line: SwitchLine;
  readonly lines: readonly SwitchLine[];
  readonly effect: SwitchEffect;
  readonly busy: boolean;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { line, effect } = props;
  const { title, enabled } = line;
  return (
    <ConfirmDialog
      open
      title={enabled ? confirmation.off(title) : confirmation.on(title)}
      confirmLabel={enabled ? confirmation.confirmOff(title) : confirmation.confirmOn(title)}
      busy={props.busy}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <Effect line={line} lines={props.lines} effect={effect} />
    </ConfirmDialog>
  );
}

function Effect(props: {
  readonly line: SwitchLine;
  readonly lines: readonly SwitchLine[];
  readonly effect: SwitchEffect;
}): ReactNode {
  const { line, effect } = props;
  const others = effect.stops.filter(({ id }) => id !== line.name);
  const started = effect.starts.filter(({ id }) => id !== line.name);
  const touched = new Set([...effect.starts, ...effect.stops].map(({ id }) => id));
  const server = props.lines.filter(({ name, hasServer }) => hasServer && touched.has(name));
  const groups: readonly (readonly [string, readonly string[]])[] = [
    [confirmation.stops, others.map(withReason)],
    [confirmation.starts, started.map(({ title }) => title)],
    [
      confirmation.modesVanish,
      effect.modesRemoved.filter(({ id }) => id !== line.name).map(withReason),
    ],
    [
      confirmation.modesAppear,
      effect.modesAdded.filter(({ id }) => id !== line.name).map(withReason),
    ],
    [confirmation.modesPoorer, effect.modesLimited.map(({ title }) => title)],
    [confirmation.vanish, contributionsOf(effect.removed)],
    [confirmation.appear, contributionsOf(effect.added)],
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
      {server.length === 0 ? null : (
        <p>{confirmation.server(server.map(({ title }) => title).join(', '))}</p>
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
