import type { ReactNode } from 'react';
import { jobsToken, noticesToken, type PanelProps, studyToken, viewStateToken } from '#core';
import { depthBelowSkin, positionToMm } from '#geometry';
import { IconButton, ProgressBar, useStore } from '#ui';
import { millimetreWords, placeWords } from '../../model/findings/place-words.ts';
import { looksToken, slabOf } from '../../state/views/looks.ts';
import { pxPerMmOf, readingToken } from '../../state/volumes/reading-state.ts';
import { activePlane } from '../../state/volumes/study-facts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { placeTexts } from '../../texts/place-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { slabWords } from '../shared/plane-header.tsx';
import { useReference } from '../shared/use-reference.ts';
import styles from './findings-panel.module.css';

/**
 * Rows of 24 px: the place under the pointer, and how the planes are shown; what has no room in the
 * second one stands in a third, whole.
 */
export function Readout({ context }: PanelProps): ReactNode {
  return (
    <div className={styles.readout} data-testid="readout">
      <PlaceRow context={context} />
      <div className={styles.readoutRows}>
        <ScaleWords context={context} />
        <RunningJob context={context} otherwise={<Millimetres context={context} />} />
      </div>
    </div>
  );
}

/** Which scan is told of: that under the pointer, else that of the active view, else the target. */
function useReadScan({ context }: PanelProps): string {
  const target = useStore(context.use(studyToken).store, (state) => state.targetScanId) ?? '';
  const activeCellId = useStore(context.use(viewStateToken).store, (state) => state.activeCellId);
  const cells = useStore(context.use(readingToken).store, (state) => state.cells);
  const pointed = useStore(context.use(readingToken).store, (state) => state.hover?.scanId);
  const cell = activeCellId === null ? undefined : cells[activeCellId];
  return pointed ?? cell?.scanId ?? target;
}

/** The place that is told: under the pointer, else where the planes meet. */
function useReadPlace({ context }: PanelProps, scanId: string) {
  const hoverMm = useStore(
    context.use(readingToken).store,
    (state) => state.hover?.pointMm ?? null,
  );
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scanId]);
  const { geometry, reference } = useReference(context, scanId);
  const presentMm =
    geometry === null || position === undefined ? null : positionToMm(geometry, position);
  return { pointMm: hoverMm ?? presentMm, geometry, reference };
}

/** What lies under the pointer; while it points nowhere, the place where the planes meet. */
function PlaceRow({ context }: PanelProps): ReactNode {
  const reading = context.use(readingToken);
  const scanId = useReadScan({ context });
  const hoverMm = useStore(reading.store, (state) => state.hover?.pointMm ?? null);
  const { pointMm, reference } = useReadPlace({ context }, scanId);
  const facts = pointMm === null || reference === null ? [] : placeWords(reference, pointMm);
  const [first, ...rest] = facts;
  return (
    <div className={styles.readoutRow} data-testid="readout-place" data-pointed={hoverMm !== null}>
      {first === undefined ? (
        readingTexts.readout.point
      ) : (
        <>
          <b>{first}</b>
          {rest.map((fact) => (
            <span key={fact}>· {fact}</span>
          ))}
        </>
      )}
    </div>
  );
}

function ScaleWords({ context }: PanelProps): ReactNode {
  const reading = context.use(readingToken);
  const scanId = useReadScan({ context });
  const view = useStore(context.use(viewStateToken).store);
  const plane = useStore(reading.store, (state) => activePlane(view, state));
  const pxPerMm = useStore(reading.store, (state) =>
    pxPerMmOf(state, view.maximisedCellId ?? '', view.maximisedCellId),
  );
  const slab = useStore(context.use(looksToken).store, (looks) => slabOf(looks, plane));
  const { geometry, reference, pointMm } = useReadPlace({ context }, scanId);
  if (geometry === null || pxPerMm === null) return null;
  const scale = readingTexts.readout.scale(slabWords(geometry, plane, slab), pxPerMm.toFixed(1));
  const words =
    reference === null || pointMm === null
      ? scale
      : readingTexts.readout.depth(
          scale,
          placeTexts.depthReferences[depthBelowSkin(reference, pointMm).depthReference],
        );
  return <span data-testid="readout-scale">{words}</span>;
}

const texts = findingTexts.job;

/** The place in the directions of the patient, as the planes' fields count it. */
function Millimetres({ context }: PanelProps): ReactNode {
  const { pointMm, geometry, reference } = useReadPlace({ context }, useReadScan({ context }));
  if (pointMm === null || geometry === null) return null;
  return (
    <span className={styles.millimetres} data-testid="readout-mm">
      {millimetreWords(geometry, reference?.nippleMm ?? null, pointMm)}
    </span>
  );
}

/** What runs for the scan, how far it is, and a way to stop it; `otherwise` while nothing does. */
function RunningJob(props: PanelProps & { readonly otherwise: ReactNode }): ReactNode {
  const { context } = props;
  const jobs = context.use(jobsToken);
  const scanId = useStore(context.use(studyToken).store, (state) => state.targetScanId);
  const job = useStore(
    jobs.store,
    (all) =>
      all.find(
        ({ entityId, status }) =>
          entityId === scanId && (status === 'IN_PROGRESS' || status === 'NOT_STARTED'),
      ) ?? null,
  );
  if (job === null) return props.otherwise;
  const name = texts.titles[job.jobType];
  const percent = job.total > 0 ? Math.round((100 * job.done) / job.total) : 0;
  const stop = async (): Promise<void> => {
    const stopped = await jobs.stop(job.id);
    if (!stopped.ok) context.use(noticesToken).showProblem(stopped.problem);
  };
  return (
    <span className={styles.job} data-testid="readout-job">
      <span>
        {job.status === 'NOT_STARTED' ? texts.waiting(name) : texts.percent(name, percent)}
      </span>
      <span className={styles.jobBar}>
        <ProgressBar label={name} done={job.done} total={job.total} />
      </span>
      <IconButton icon="close" size={24} label={texts.stop(name)} onPress={() => void stop()} />
    </span>
  );
}
