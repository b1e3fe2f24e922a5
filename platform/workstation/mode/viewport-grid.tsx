import { type ReactNode, useMemo, useState } from 'react';
import type { HangResult, HungCell, ModeRuntime, Registered, ViewportDefinition } from '#core';
import type { Result } from '#foundation';
import { Button, EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import { JobStrip } from './job-strip.tsx';
import { LoadedView } from './loaded-view.tsx';
import styles from './mode.module.css';
import { ReconstructionCard } from './reconstruction-card.tsx';
import { useReconstruction } from './use-reconstruction.ts';
import { useStudyImages } from './use-study-images.ts';

/** The views of the hung protocol, each with the image that it may show. */
export function ViewportGrid({ runtime }: { readonly runtime: ModeRuntime }): ReactNode {
  const { services } = useApplication();
  const { scans, targetScanId } = useStore(services.study.store);
  const { images, changing, problem, refresh } = useStudyImages(scans);
  const ofTarget = images?.filter(({ scan }) => scan.id === targetScanId) ?? [];
  const hasVolume = ofTarget.some(({ kind }) => kind === 'VOLUME');
  // Only what a scanner recorded is reconstructed; imported frames never were and never will be.
  const isScanned = scans.some(({ id, origin }) => id === targetScanId && origin === 'SCANNED');
  const making = useReconstruction(targetScanId, images !== null && !hasVolume && isScanned);
  const [rawOf, setRawOf] = useState<string | null>(null);
  const hung = useMemo(
    () => (images === null ? null : runtime.hang({ images, targetScanId })),
    [runtime, images, targetScanId],
  );
  const unread = problem ?? making.problem;
  if (unread !== null) {
    return (
      <div className={styles.message}>
        <ErrorCard problem={unread} onRetry={problem === null ? making.refresh : refresh} />
      </div>
    );
  }
  if (hung === null) return <Spinner label={modeTexts.images.looking} centered />;
  if (!hasVolume && ((isScanned && making.job === undefined) || changing)) {
    return <Spinner label={modeTexts.images.looking} centered />;
  }
  const job = hasVolume ? null : (making.job ?? null);
  if (job !== null && job.status !== 'COMPLETED' && rawOf !== targetScanId) {
    const hasRaw = ofTarget.some(({ kind }) => kind === 'RAW');
    const showRaw = hasRaw ? () => setRawOf(targetScanId) : undefined;
    return <ReconstructionCard job={{ ...job, status: job.status }} onShowRaw={showRaw} />;
  }
  if (hung.protocol === null) return <NoImage why={hung.why} />;
  return (
    <>
      <JobStrip />
      <Grid hung={hung} protocol={hung.protocol} scanId={targetScanId} />
    </>
  );
}

function Grid(props: {
  readonly hung: HangResult;
  readonly protocol: NonNullable<HangResult['protocol']>;
  readonly scanId: string | null;
}): ReactNode {
  const { services } = useApplication();
  const maximised = useStore(services.viewState.store, (state) => state.maximisedCellId);
  const { grid, id } = props.protocol;
  return (
    <div
      className={styles.grid}
      style={{
        gridTemplateColumns: grid.columns,
        gridTemplateRows: grid.rows,
        gridTemplateAreas: grid.areas.map((row) => `"${row}"`).join(' '),
      }}
    >
      {props.hung.cells.map((cell) => (
        <Cell
          // Another scan or layout is another view; the same one keeps its place and its picture.
          key={`${id} ${cell.area} ${props.scanId ?? ''}`}
          cell={cell}
          maximised={maximised === cell.area}
          covered={maximised !== null && maximised !== cell.area}
        />
      ))}
    </div>
  );
}

function Cell(props: {
  readonly cell: HungCell;
  readonly maximised: boolean;
  readonly covered: boolean;
}): ReactNode {
  const { host, services } = useApplication();
  const { cell, maximised } = props;
  const activate = (): void => {
    if (services.viewState.store.getState().activeCellId === cell.area) return;
    services.viewState.set({ activeCellId: cell.area });
  };
  return (
    <div
      className={styles.cell}
      // Without its area an absolute cell spans the whole grid instead of its own track.
      style={maximised ? {} : { gridArea: cell.area }}
      data-cell={cell.area}
      data-maximised={maximised}
      inert={props.covered}
      onPointerDownCapture={activate}
      onFocusCapture={activate}
    >
      <CellBody
        cell={cell}
        viewport={host.viewports.get(cell.viewport)}
        maximised={maximised}
        onToggle={() => services.viewState.set({ maximisedCellId: maximised ? null : cell.area })}
      />
    </div>
  );
}

function CellBody(props: {
  readonly cell: HungCell;
  readonly viewport: Result<Registered<ViewportDefinition>>;
  readonly maximised: boolean;
  onToggle(): void;
}): ReactNode {
  const { cell, viewport } = props;
  if (!viewport.ok) return <ErrorCard problem={viewport.problem} />;
  if (cell.image === null) return <EmptyState icon="eye-off" text={sentence(cell.why)} />;
  const { definition, declaration, owner, context } = viewport.value;
  return (
    <LoadedView
      what={declaration.title}
      source={owner}
      of={definition}
      props={{
        context,
        cellId: cell.area,
        image: cell.image,
        options: cell.options,
        maximised: props.maximised,
        onToggleMaximise: props.onToggle,
      }}
    />
  );
}

/** The opened scan has nothing that a protocol could show. */
function NoImage({ why }: { readonly why: readonly string[] }): ReactNode {
  const { services } = useApplication();
  const scanId = useStore(services.study.store, (state) => state.targetScanId);
  const queue = async (id: string): Promise<void> => {
    const answer = await services.jobs.queue('R3D', id);
    if (!answer.ok) services.notices.showProblem(answer.problem);
  };
  return (
    <div className={styles.message} title={why.join('\n')}>
      <EmptyState icon="eye-off" text={modeTexts.images.none}>
        {scanId !== null && services.session.can(['STUDY_CREATE']) ? (
          <Button onPress={() => void queue(scanId)}>{modeTexts.images.reconstruct}</Button>
        ) : null}
      </EmptyState>
    </div>
  );
}

function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
