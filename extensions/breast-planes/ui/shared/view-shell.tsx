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
  /** Kind of the view, e.g. COR or 3D. */
  readonly id: string;
  /** Loading state of the image, for styles and tests (`data-state`). */
  readonly state: string;
  readonly label: string;
  /** State of the view as `data-` attributes, for tests and tools outside the page. */
  readonly dataAttributes?: Readonly<Record<`data-${string}`, string | number | boolean>>;
  /** True if a press anywhere activates the view, for views without their own tools. */
  readonly activates?: boolean;
  readonly children: ReactNode;
}

/** Section around a view of the layout; has a frame while its cell is active. */
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

/** Maximises the view, or restores the layout while the view is maximised. */
export function MaximiseButton(props: {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly maximised: boolean;
  /** Name of the view inside a sentence. */
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

/** Shows the load progress of a volume at the bottom of its image. */
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

/** Shows in place of the image why no image is available. */
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

/** Reports a lost graphics context; the last image stays visible. */
export function ContextLostBanner({ contextLost }: { readonly contextLost: boolean }): ReactNode {
  if (!contextLost) return null;
  return (
    <p className={styles.banner} role="status">
      {readingTexts.plane.graphicsLost}
    </p>
  );
}

/** Starts or pauses the playback of frames. */
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
