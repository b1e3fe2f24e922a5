import type { ReactNode } from 'react';
import type { Scan } from '#contracts';
import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import type { Vec3, VolumePlane } from '#geometry';
import { IconButton, useStore } from '#ui';
import type { NotComparable } from '../../model/views/scan-links.ts';
import { comparison, linkedPlanesPastEnd } from '../../state/views/scan-links.ts';
import { viewSettingsToken } from '../../state/views/view-settings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from './view-controls.module.css';

interface ControlProps {
  readonly context: ExtensionContext;
  readonly cellId: string;
}

/**
 * Shows in the coronal header why a prior is not linked; renders nothing if linking is possible.
 */
export function CompareNote(
  props: ControlProps & { readonly plane: VolumePlane; readonly scan: Scan },
): ReactNode {
  const compared = useComparison(props.context);
  if (props.plane !== 'COR' || compared?.prior.id !== props.scan.id || compared.reason === null) {
    return null;
  }
  const reason = reasonText(compared.reason);
  return (
    <span className={styles.note} role="status" title={reason} data-testid="compare-note">
      {reason}
    </span>
  );
}

/** Shows in the header of a plane that its volume ends before the tissue of the linked scan. */
export function LinkEndNote(
  props: ControlProps & { readonly plane: VolumePlane; readonly scan: Scan },
): ReactNode {
  const { context, plane, scan } = props;
  const deps = {
    view: context.use(viewStateToken),
    study: context.use(studyToken),
    reading: context.use(readingToken),
    settings: context.use(viewSettingsToken),
  };
  // Renders again when one of these changes.
  useStore(deps.view.store, (state) => state.positions);
  useStore(deps.reading.store, (state) => state.volumes);
  useStore(deps.settings.store, (values) => values.linked);
  if (!linkedPlanesPastEnd(deps, scan.id).includes(plane)) return null;
  return (
    <span className={styles.note} role="status" title={viewTexts.link.ends} data-testid="link-end">
      {viewTexts.link.ends}
    </span>
  );
}

/**
 * Button that links the movement of two scans; rendered only in the first view of the second scan
 * and while linking is possible.
 */
export function LinkButton({ context, cellId }: ControlProps): ReactNode {
  const settings = context.use(viewSettingsToken);
  const linked = useStore(settings.store, (values) => values.linked);
  const cells = useStore(context.use(readingToken).store, (state) => state.cells);
  const shownCellIds = useStore(context.use(viewStateToken).store, (state) => state.visibleCellIds);
  const compared = useComparison(context);
  const planeCellIds = shownCellIds.filter((id) => cells[id] !== undefined);
  const firstScanId = cells[planeCellIds[0] ?? '']?.scanId;
  const firstCellOfSecondScan = planeCellIds.find((id) => cells[id]?.scanId !== firstScanId);
  if (firstCellOfSecondScan !== cellId || (compared !== null && compared.reason !== null))
    return null;
  return (
    <IconButton
      icon={linked ? 'link' : 'unlink'}
      label={linked ? viewTexts.link.on : viewTexts.link.off}
      size={24}
      pressed={linked}
      onPress={() => settings.set({ linked: !linked })}
    />
  );
}

/** Returns the comparison of the shown scan with its prior; null without a prior on the screen. */
function useComparison(context: ExtensionContext) {
  const deps = {
    view: context.use(viewStateToken),
    study: context.use(studyToken),
    reading: context.use(readingToken),
  };
  // Renders again when one of these changes; the comparison is computed on each render.
  useStore(deps.reading.store, (state) => state.cells);
  useStore(deps.reading.store, (state) => state.volumes);
  useStore(deps.view.store, (state) => state.priors);
  useStore(deps.study.store, (state) => state.scans);
  return comparison(deps);
}

function reasonText(reason: NotComparable): string {
  if (reason.kind === 'nipple-not-set') return viewTexts.link.nippleOf[reason.missingIn];
  const formatSizes = (sizes: Vec3): string => sizes.join(' × ');
  return viewTexts.link.sizes(formatSizes(reason.sizes[0]), formatSizes(reason.sizes[1]));
}
