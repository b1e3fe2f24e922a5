import { type ReactNode, useMemo } from 'react';
import type { HangResult, HungCell, ModeRuntime, Registered, ViewportDefinition } from '#core';
import type { Result } from '#foundation';
import { Button, EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { LoadedView } from './loaded-view.tsx';
import styles from './mode.module.css';
import { useStudyImages } from './use-study-images.ts';

/** The views of the hung protocol, each with the image that it may show. */
export function ViewportGrid({ runtime }: { readonly runtime: ModeRuntime }): ReactNode {
  const { services } = useApplication();
  const { scans, targetScanId } = useStore(services.study.store);
  const { images, problem, refresh } = useStudyImages(scans);
  const hung = useMemo(
    () => (images === null ? null : runtime.hang({ images, targetScanId })),
    [runtime, images, targetScanId],
  );
  if (problem !== null) {
    return (
      <div className={styles.message}>
        <ErrorCard problem={problem} onRetry={refresh} />
      </div>
    );
  }
  if (hung === null) return <Spinner label="Looking for images" centered />;
  if (hung.protocol === null) return <NoImage why={hung.why} />;
  return <Grid hung={hung} protocol={hung.protocol} scanId={targetScanId} />;
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
  const running = useStore(services.jobs.store, (jobs) =>
    jobs.some(
      (job) => job.entityId === scanId && ['NOT_STARTED', 'IN_PROGRESS'].includes(job.status),
    ),
  );
  if (running) return <EmptyState icon="job" text="The images of this scan are being made." />;
  const queue = async (id: string): Promise<void> => {
    const answer = await services.jobs.queue('R3D', id);
    if (!answer.ok) services.notices.showProblem(answer.problem);
  };
  return (
    <div className={styles.message} title={why.join('\n')}>
      <EmptyState icon="eye-off" text="This scan has no image yet.">
        {scanId !== null && services.session.can(['STUDY_CREATE']) ? (
          <Button onPress={() => void queue(scanId)}>Reconstruct it</Button>
        ) : null}
      </EmptyState>
    </div>
  );
}

function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
