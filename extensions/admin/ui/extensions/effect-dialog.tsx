import type { ReactNode } from 'react';
import { CONTRIBUTION_POINTS } from '#contracts';
import type { ContributionChange, SwitchEffect } from '#core';
import { ConfirmDialog } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import styles from './extensions.module.css';
import type { SwitchLine } from './switch-rows.ts';

const { ask } = extensionTexts;
/** So many names of a kind are read; the others are counted. */
const MOST_NAMES = 8;

/** What comes and goes with a switch, before it is turned. */
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
      title={enabled ? ask.off(title) : ask.on(title)}
      confirmLabel={enabled ? ask.confirmOff(title) : ask.confirmOn(title)}
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
    [ask.stops, others.map(withReason)],
    [ask.starts, started.map(({ title }) => title)],
    [ask.modesVanish, effect.modesRemoved.filter(({ id }) => id !== line.name).map(withReason)],
    [ask.modesAppear, effect.modesAdded.filter(({ id }) => id !== line.name).map(withReason)],
    [ask.modesPoorer, effect.modesLimited.map(({ title }) => title)],
    [ask.vanish, contributionsOf(effect.removed)],
    [ask.appear, contributionsOf(effect.added)],
  ];
  const told = groups.filter(([, texts]) => texts.length > 0);
  return (
    <div className={styles.effect}>
      {told.length === 0 ? <p>{ask.nothing}</p> : null}
      {told.map(([title, texts]) => (
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
        <p>{ask.server(server.map(({ title }) => title).join(', '))}</p>
      )}
      <p className={styles.when}>{ask.when}</p>
    </div>
  );
}

const withReason = (one: { readonly title: string; readonly reason: string | null }): string =>
  one.reason === null ? one.title : ask.because(one.title, one.reason);

/** One line a kind: `Commands: Undo, Redo, 3 more`. */
function contributionsOf(changes: readonly ContributionChange[]): readonly string[] {
  return CONTRIBUTION_POINTS.flatMap((point) => {
    const names = changes
      .filter((one) => one.point === point)
      .map(({ title, path }) => (path === null ? title : `${title} (${path})`));
    if (names.length === 0) return [];
    const more = names.length - MOST_NAMES;
    const shown = more > 0 ? [...names.slice(0, MOST_NAMES), ask.more(more)] : names;
    return [`${ask.points[point]}: ${shown.join(', ')}`];
  });
}
