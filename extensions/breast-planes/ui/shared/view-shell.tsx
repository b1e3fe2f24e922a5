import type { ReactNode } from 'react';
import { type ExtensionContext, keyHintsToken, viewStateToken } from '#core';
import type { Problem } from '#foundation';
import { classNames, ErrorCard, IconButton, ProgressBar, useStore } from '#ui';
import type { VolumeEntry } from '../../state/volumes/reading-state.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import styles from './plane-viewport.module.css';

export interface ViewShellProps {
  readonly context: ExtensionContext;
  readonly cellId: string;
  /** Which kind of view this is, e.g. COR or 3D. */
  readonly id: string;
  readonly state: string;
  readonly label: string;
  /** Facts of the view for those who look at the page from without, by their `data-` names. */
  readonly dataAttributes?: Readonly<Record<`data-${string}`, string | number | boolean>>;
  /** Views without tools of their own become the active one by a press anywhere in them. */
  readonly activates?: boolean;
  readonly children: ReactNode;
}

/** A view of the grid, framed while the keys go to it. */
export function ViewShell(props: ViewShellProps): ReactNode {
  const { context, cellId } = props;
  const view = context.use(viewStateToken);
  const active = useStore(view.store, ({ activeCellId }) => activeCellId === cellId);
  return (
    <section
      className={classNames(styles.view, active && styles.active)}
      data-testid={`view-${props.id}`}
      data-state={props.state}
      {...props.dataAttributes}
      aria-label={props.label}
      {...(props.activates === true
        ? { onPointerDown: () => view.set({ activeCellId: cellId }) }
        : {})}
    >
      {props.children}
    </section>
  );
}

/** Lets a view fill the grid, or gives the others their places back. */
export function MaximiseButton(props: {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly maximised: boolean;
  /** What is shown, inside a sentence. */
  readonly name: string;
  onToggleMaximise(): void;
}): ReactNode {
  const { context, cellId, maximised } = props;
  const view = context.use(viewStateToken);
  const key = useStore(context.use(keyHintsToken)).get('breast-planes.maximise');
  return (
    <IconButton
      icon={maximised ? 'restore' : 'square'}
      label={maximised ? readingTexts.plane.showAll : readingTexts.plane.maximise(props.name)}
      size={24}
      {...(key === undefined ? {} : { shortcut: key })}
      onPress={() => {
        view.set({ activeCellId: cellId });
        props.onToggleMaximise();
      }}
    />
  );
}

/** How much of a volume has come, at the foot of its picture. */
export function VolumeProgress(props: {
  readonly label: string;
  readonly entry: Pick<VolumeEntry, 'loadedBytes' | 'totalBytes'>;
}): ReactNode {
  const { loadedBytes, totalBytes } = props.entry;
  return (
    <div className={styles.progress}>
      <ProgressBar label={props.label} done={loadedBytes} total={totalBytes ?? 0} />
    </div>
  );
}

/** Why there is no picture, over the place where it would be. */
export function ViewFailure(props: {
  readonly problem: Problem | null;
  onRetry?(): void;
}): ReactNode {
  if (props.problem === null) return null;
  return (
    <div className={styles.failure}>
      <ErrorCard
        problem={props.problem}
        {...(props.onRetry === undefined ? {} : { onRetry: props.onRetry })}
      />
    </div>
  );
}

/** The graphics context is gone: what is seen is the last picture. */
export function ContextLostBanner({ contextLost }: { readonly contextLost: boolean }): ReactNode {
  if (!contextLost) return null;
  return (
    <p className={styles.banner} role="status">
      {readingTexts.plane.graphicsLost}
    </p>
  );
}

/** Runs a sweep's frames, or stops them. */
export function PlayFrames(props: {
  readonly cellId: string;
  readonly playing: boolean;
  readonly frames: number;
  onToggle(): void;
}): ReactNode {
  return (
    <span data-plays={props.cellId}>
      <IconButton
        icon={props.playing ? 'pause' : 'play'}
        label={props.playing ? readingTexts.raw.pause : readingTexts.raw.play}
        size={24}
        shortcut={readingTexts.raw.playKey}
        disabled={props.frames < 2}
        onPress={props.onToggle}
      />
    </span>
  );
}
