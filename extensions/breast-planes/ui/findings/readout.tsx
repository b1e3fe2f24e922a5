import type { ReactNode } from 'react';
import { isJobType } from '#contracts';
import { jobsToken, noticesToken, type PanelProps, studyToken, viewStateToken } from '#core';
import { formatFixed } from '#foundation';
import { depthBelowSkin, positionToMm } from '#geometry';
import { IconButton, ProgressBar, useStore } from '#ui';
import { formatLocation, formatLocationMm } from '../../model/findings/format-location.ts';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import { presentationToken, slabOf } from '../../state/views/presentations.ts';
import { pxPerMmOf, readingToken, scaleCellId } from '../../state/volumes/reading-state.ts';
import { activePlane } from '../../state/volumes/study-selectors.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { locationTexts } from '../../texts/location-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { slabText } from '../shared/plane-header.tsx';
import { useScanGeometry } from '../shared/use-scan-geometry.ts';
import styles from './findings-panel.module.css';

/**
 * Shows two rows: the location; scale and slab with the running job or the millimetres. Parts that
 * do not fit into a row wrap whole into another.
 */
export function Readout({ context }: PanelProps): ReactNode {
  return (
    <div className={styles.readout} data-testid="readout">
      <LocationRow context={context} />
      <div className={styles.readoutRows}>
        <ScaleText context={context} />
        <RunningJob context={context} fallback={<Millimetres context={context} />} />
      </div>
    </div>
  );
}

/** Returns the id of the scan under the pointer, else of the active view, else of the target scan. */
function useReadoutScanId({ context }: PanelProps): string {
  const target = useStore(context.use(studyToken).store, (state) => state.targetScanId) ?? '';
  const activeCellId = useStore(context.use(viewStateToken).store, (state) => state.activeCellId);
  const cells = useStore(context.use(readingToken).store, (state) => state.cells);
  const hoveredId = useStore(context.use(readingToken).store, (state) => state.hover?.scanId);
  const cell = activeCellId === null ? undefined : cells[activeCellId];
  return hoveredId ?? cell?.scanId ?? target;
}

/**
 * Returns the location under the pointer, else the intersection of the planes, and whether that
 * location is outside the image.
 */
function useReadoutLocation({ context }: PanelProps, scanId: string) {
  const hoverMm = useStore(
    context.use(readingToken).store,
    (state) => state.hover?.pointMm ?? null,
  );
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scanId]);
  const { geometry, reference } = useScanGeometry(context, scanId);
  const crossingMm =
    geometry === null || position === undefined ? null : positionToMm(geometry, position);
  const pointMm = hoverMm ?? crossingMm;
  const hoversOutside = useStore(
    context.use(readingToken).store,
    (state) => state.hover?.outside ?? null,
  );
  const isCrossingOutside =
    geometry !== null && crossingMm !== null && !isInSoundField(geometry, crossingMm);
  return { pointMm, geometry, reference, outside: hoversOutside ?? isCrossingOutside };
}

/** Shows the location under the pointer, else the intersection of the planes. */
function LocationRow({ context }: PanelProps): ReactNode {
  const reading = context.use(readingToken);
  const scanId = useReadoutScanId({ context });
  const hoverMm = useStore(reading.store, (state) => state.hover?.pointMm ?? null);
  const { pointMm, reference, outside } = useReadoutLocation({ context }, scanId);
  const details = pointMm === null || reference === null ? [] : formatLocation(reference, pointMm);
  const [first, ...others] = outside ? [readingTexts.readout.outside] : details;
  return (
    <div
      className={styles.readoutRow}
      data-testid="readout-location"
      data-pointed={hoverMm !== null}
    >
      {first === undefined ? (
        readingTexts.readout.point
      ) : (
        <>
          <b>{first}</b>
          {others.map((detail) => (
            <span key={detail}>· {detail}</span>
          ))}
        </>
      )}
    </div>
  );
}

/** Shows scale, slab and depth reference; renders nothing until they are known. */
function ScaleText({ context }: PanelProps): ReactNode {
  const reading = context.use(readingToken);
  const scanId = useReadoutScanId({ context });
  const view = useStore(context.use(viewStateToken).store);
  const plane = useStore(reading.store, (state) => activePlane(view, state));
  const pxPerMm = useStore(reading.store, (state) =>
    pxPerMmOf(state, scaleCellId(view), view.maximisedCellId),
  );
  const slab = useStore(context.use(presentationToken).store, (values) => slabOf(values, plane));
  const { geometry, reference, pointMm, outside } = useReadoutLocation({ context }, scanId);
  if (geometry === null || pxPerMm === null) return null;
  const scale = readingTexts.readout.scale(
    slabText(geometry, plane, slab),
    formatFixed(pxPerMm, 1),
  );
  const text =
    reference === null || pointMm === null || outside
      ? scale
      : readingTexts.readout.depth(
          scale,
          locationTexts.depthReferences[depthBelowSkin(reference, pointMm).depthReference],
        );
  return <span data-testid="readout-scale">{text}</span>;
}

const texts = findingTexts.job;

/** Shows the location along the patient's directions, as in the position fields of the planes. */
function Millimetres({ context }: PanelProps): ReactNode {
  const { pointMm, geometry, reference, outside } = useReadoutLocation(
    { context },
    useReadoutScanId({ context }),
  );
  if (pointMm === null || geometry === null || outside) return null;
  return (
    <span className={styles.millimetres} data-testid="readout-mm">
      {formatLocationMm(geometry, reference?.nippleMm ?? null, pointMm)}
    </span>
  );
}

/**
 * Shows the running or queued job of the scan with progress and a stop button; renders `fallback`
 * without a job.
 */
function RunningJob(props: PanelProps & { readonly fallback: ReactNode }): ReactNode {
  const { context } = props;
  const jobs = context.use(jobsToken);
  const scanId = useStore(context.use(studyToken).store, (state) => state.targetScanId);
  const job = useStore(
    jobs.store,
    (jobList) =>
      jobList.find(
        ({ entityId, status }) =>
          entityId === scanId && (status === 'IN_PROGRESS' || status === 'NOT_STARTED'),
      ) ?? null,
  );
  if (job === null) return props.fallback;
  const name = isJobType(job.jobType) ? texts.titles[job.jobType] : job.jobType;
  const percent = job.total > 0 ? Math.round((100 * job.done) / job.total) : 0;
  const stop = async (): Promise<void> => {
    const stopped = await jobs.stop(job.id);
    if (!stopped.ok) context.use(noticesToken).showProblem(stopped.problem);
  };
  return (
    <span className={styles.job} data-testid="readout-job">
      <span>
        {job.status === 'NOT_STARTED' ? texts.queued(name) : texts.percent(name, percent)}
      </span>
      <span className={styles.jobBar}>
        <ProgressBar label={name} done={job.done} total={job.total} />
      </span>
      <IconButton icon="close" size={24} label={texts.stop(name)} onPress={() => void stop()} />
    </span>
  );
}
