import type { ReactNode } from 'react';
import type { Scan } from '#contracts';
import { keyHintsToken, type ViewportProps, viewStateToken } from '#core';
import { withinSentence } from '#foundation';
import type { VolumeGeometry, VolumePlane } from '#geometry';
import { IconButton, Tag, useStore } from '#ui';
import { halfVoxelMm } from '../../model/marks/mark-visibility.ts';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import { PLANE_LETTER, PLANE_TITLE } from '../../model/planes/plane-text.ts';
import { scanDayAmong } from '../../model/views/scan-day.ts';
import { presentationToken } from '../../state/views/presentations.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { viewSettingsToken } from '../../state/views/view-settings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { AdjustButton } from '../controls/adjust-popover.tsx';
import { CompareNote, LinkButton, LinkEndNote } from '../controls/compare-controls.tsx';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { SlabButton } from '../controls/slab-popover.tsx';
import { useCine } from '../controls/use-cine.ts';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import controls from '../controls/view-controls.module.css';
import { PLANE_COLOUR } from './plane-colours.ts';
import styles from './plane-viewport.module.css';
import { MaximiseButton } from './view-shell.tsx';

export interface PlaneHeaderProps extends ViewportProps {
  readonly plane: VolumePlane;
  readonly scan: Scan;
  readonly ready: ReadyPlane | null;
}

/** Shows plane, scan and slab thickness, with the controls of the view. */
export function PlaneHeader(props: PlaneHeaderProps): ReactNode {
  const { context, cellId, plane, ready, scan } = props;
  const { slab } = usePlanePresentation(context, scan, plane);
  const { title, details } = useTitle(props);
  const thickness = ready === null ? readingTexts.plane.slice : slabText(ready.volume, plane, slab);
  return (
    <header className={styles.header}>
      <Tag color={PLANE_COLOUR[plane]}>{PLANE_LETTER[plane]}</Tag>
      <span className={styles.title}>{title}</span>
      <SlabButton
        context={context}
        cellId={cellId}
        plane={plane}
        ready={ready}
        label={`${details} · ${thickness}`}
      />
      <AssumedNote scan={scan} />
      <CompareNote context={context} cellId={cellId} plane={plane} scan={scan} />
      <LinkEndNote context={context} cellId={cellId} plane={plane} scan={scan} />
      <span className={styles.spacer} />
      <LayoutTabs context={context} cellId={cellId} />
      <LinkButton context={context} cellId={cellId} />
      <ViewButtons {...props} />
    </header>
  );
}

/**
 * Returns the plane's name as title. With two scans on the screen, the title of a prior is its day,
 * and the titles of two breasts are their sides.
 */
function useTitle({ context, plane, scan }: PlaneHeaderProps) {
  const cells = useStore(context.use(readingToken).store, (state) => state.cells);
  const priors = useStore(context.use(viewStateToken).store, (state) => state.priors);
  const name = PLANE_TITLE[plane];
  const scans = new Set(Object.values(cells).map((cell) => cell.scanId));
  if (scans.size < 2) return { title: name, details: scan.label };
  const details = viewTexts.both.plane(withinSentence(name), scan.label);
  if (priors.some(({ id }) => id === scan.id)) {
    return { title: viewTexts.prior.of(scanDayAmong(scan, priors)), details };
  }
  if (priors.some(({ id }) => scans.has(id))) return { title: name, details: scan.label };
  const side = scan.laterality.id === 'R' ? viewTexts.both.right : viewTexts.both.left;
  return { title: side, details };
}

function ViewButtons(props: PlaneHeaderProps): ReactNode {
  const { context, cellId, plane, scan } = props;
  const view = context.use(viewStateToken);
  const presentations = context.use(presentationToken);
  const settings = context.use(viewSettingsToken);
  const hints = useStore(context.use(keyHintsToken));
  const isMain = useStore(view.store, (state) => state.visibleCellIds[0] === cellId);
  const playing = useCine(context, cellId);
  const { adjustment } = usePlanePresentation(context, scan, plane);
  const name = withinSentence(PLANE_TITLE[plane]);
  const shortcut = (id: string) => {
    const key = hints.get(`breast-planes.${id}`);
    return key === undefined ? {} : { shortcut: key };
  };
  const toggled = { ...adjustment, inverted: !adjustment.inverted };
  return (
    <>
      <AdjustButton context={context} cellId={cellId} scan={scan} view={plane} title={name} />
      {isMain || plane === 'COR' ? (
        <span className={controls.wideOnly}>
          <IconButton
            icon="contrast"
            label={viewTexts.adjust.invertPlane(name)}
            size={24}
            pressed={adjustment.inverted}
            {...shortcut('invert')}
            onPress={() => presentations.setAdjustment(scan.id, [plane], toggled)}
          />
        </span>
      ) : null}
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? viewTexts.cine.stop(name) : viewTexts.cine.play(name)}
        size={24}
        {...shortcut('cine')}
        onPress={() => settings.set({ playing: playing ? null : { cellId, direction: 1 } })}
      />
      {isMain ? (
        <span className={controls.wideOnly}>
          <IconButton
            icon="expand"
            label={viewTexts.zoom.toFit}
            size={24}
            {...shortcut('fit')}
            onPress={() => void context.run('breast-planes.fit')}
          />
        </span>
      ) : null}
      <MaximiseButton {...props} name={name} />
    </>
  );
}

/**
 * Warns that the orientation of an imported scan was entered by hand, until a user confirms it in the
 * patient bar.
 */
export function AssumedNote({ scan }: { readonly scan: Scan }): ReactNode {
  if (scan.orientationConfirmed) return null;
  return (
    <span
      className={styles.assumed}
      data-testid="orientation-assumed"
      title={readingTexts.plane.assumed}
    >
      {readingTexts.plane.assumed}
    </span>
  );
}

/**
 * Returns the text of a single interpolated slice; its thickness is the voxel size across the
 * plane.
 */
export function sliceText(volume: VolumeGeometry, plane: VolumePlane): string {
  return readingTexts.plane.sliceOf(Number((2 * halfVoxelMm(volume, plane)).toFixed(2)));
}

/** Returns the text of a slab, e.g. 'slab 2 mm mean'; the slice text if the thickness is 0. */
export function slabText(volume: VolumeGeometry, plane: VolumePlane, slab: Slab): string {
  if (slab.thicknessMm === 0) return sliceText(volume, plane);
  return viewTexts.slab.summary(slab.thicknessMm, viewTexts.slab.kindNames[slab.kind]);
}
