import type { ReactNode } from 'react';
import type { Scan } from '#contracts';
import { keyHintsToken, type ViewportProps, viewStateToken } from '#core';
import type { VolumeGeometry, VolumePlane } from '#geometry';
import { IconButton, Tag, useStore } from '#ui';
import { halfVoxelMm } from '../model/mark-visibility.ts';
import { PLANE_LETTER, PLANE_TITLE } from '../model/plane-words.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import { PLANE_COLOUR } from './plane-colours.ts';
import styles from './plane-viewport.module.css';

export interface PlaneHeaderProps extends ViewportProps {
  readonly plane: VolumePlane;
  readonly scan: Scan;
  readonly ready: ReadyPlane | null;
}

/** Which plane of which scan this is, how thick the slice is, and the way to fill the screen. */
export function PlaneHeader(props: PlaneHeaderProps): ReactNode {
  const { plane, ready, scan, maximised } = props;
  const view = props.context.use(viewStateToken);
  const key = useStore(props.context.use(keyHintsToken), (hints) =>
    hints.get('breast-planes.maximise'),
  );
  return (
    <header className={styles.header}>
      <Tag color={PLANE_COLOUR[plane]}>{PLANE_LETTER[plane]}</Tag>
      <span className={styles.title}>{PLANE_TITLE[plane]}</span>
      <span className={styles.slab} data-testid={`slab-${plane}`}>
        {scan.label} · {ready === null ? readingTexts.plane.slice : sliceText(ready.volume, plane)}
      </span>
      <AssumedNote scan={scan} />
      <span className={styles.spring} />
      <IconButton
        icon={maximised ? 'restore' : 'square'}
        label={
          maximised
            ? readingTexts.plane.showAll
            : readingTexts.plane.maximise(PLANE_TITLE[plane].toLowerCase())
        }
        size={24}
        {...(key === undefined ? {} : { shortcut: key })}
        onPress={() => {
          view.set({ activeCellId: props.cellId });
          props.onToggleMaximise();
        }}
      />
    </header>
  );
}

/**
 * Imported data: its directions were typed in, so every view says so until someone confirms them
 * (an act on the whole scan, which stands in the patient bar).
 */
export function AssumedNote({ scan }: { readonly scan: Scan }): ReactNode {
  if (scan.orientationConfirmed) return null;
  return (
    <span className={styles.assumed} data-testid="orientation-assumed">
      {readingTexts.plane.assumed}
    </span>
  );
}

/** One interpolated slice; its thickness is the voxel's size across the plane. */
export function sliceText(volume: VolumeGeometry, plane: VolumePlane): string {
  return readingTexts.plane.sliceOf(Number((2 * halfVoxelMm(volume, plane)).toFixed(2)));
}
