import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { HangResult, HungCell, Registered, ViewportDefinition } from '#core';
import type { Result } from '#foundation';
import { EmptyState, ErrorCard, isTextTarget, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { LoadedView } from '../layout/loaded-view.tsx';
import { addressInMode } from './address-in-mode.ts';
import styles from './mode.module.css';

/** Views of the selected layout; a view can be maximised, and Escape restores the grid. */
export function HungGrid(props: {
  readonly hung: HangResult;
  readonly protocol: NonNullable<HangResult['protocol']>;
}): ReactNode {
  const { services } = useApplication();
  const maximisedId = useStore(services.viewState.store, (state) => state.maximisedCellId);
  const { grid } = props.protocol;
  useEscape(() => {
    if (services.viewState.store.getState().maximisedCellId === null) return false;
    services.viewState.set({ maximisedCellId: null });
    return true;
  });
  const gridRef = useRef<HTMLDivElement>(null);
  usePinchGuard(gridRef);
  return (
    <div
      ref={gridRef}
      className={styles.grid}
      style={{
        gridTemplateColumns: grid.columns,
        gridTemplateRows: grid.rows,
        gridTemplateAreas: grid.areas.map((row) => `"${row}"`).join(' '),
      }}
    >
      {props.hung.cells.map((cell) => (
        <Cell
          // A different scan gets a new view; the same scan keeps its view across layouts.
          key={viewKeyOf(cell)}
          cell={cell}
          maximised={maximisedId === cell.area}
          covered={maximisedId !== null && maximisedId !== cell.area}
        />
      ))}
    </div>
  );
}

/**
 * Prevents the page zoom by a pinch outside the images, which trackpads send as a wheel event with
 * Ctrl; CSS handles touch.
 */
function usePinchGuard(gridRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = gridRef.current;
    const preventZoom = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) event.preventDefault();
    };
    element?.addEventListener('wheel', preventZoom, { passive: false });
    return () => element?.removeEventListener('wheel', preventZoom);
  }, [gridRef]);
}

function Cell(props: {
  readonly cell: HungCell;
  readonly maximised: boolean;
  readonly covered: boolean;
}): ReactNode {
  const { host, services } = useApplication();
  const { cell, maximised } = props;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const activate = (): void => {
    if (services.viewState.store.getState().activeCellId === cell.area) return;
    services.viewState.set({ activeCellId: cell.area });
  };
  /** Selects the scan of the pressed view when it belongs to this study. */
  const onPointerDown = (event: PointerEvent): void => {
    // Ignores the layout tabs, which are in the header of a view but apply to all views.
    if (event.target instanceof Element && event.target.closest('[data-of-layout]') !== null)
      return;
    activate();
    const { scans, targetScanId } = services.study.store.getState();
    const scan = scans.find(({ id }) => id === cell.image?.scan.id);
    if (scan === undefined || scan.id === targetScanId) return;
    void navigate(addressInMode(host, pathname, scan), { replace: true });
  };
  return (
    <div
      className={styles.cell}
      // Leaves out the grid area while maximised, so that the absolute cell spans the whole grid.
      style={maximised ? {} : { gridArea: cell.area }}
      data-cell={cell.area}
      data-maximised={maximised}
      inert={props.covered}
      onPointerDownCapture={onPointerDown}
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
  if (cell.image === null) return <EmptyState icon="eye-off" text={toSentence(cell.reasons)} />;
  const { definition, declaration, owner, context } = viewport.value;
  return (
    <LoadedView
      label={declaration.title}
      source={owner}
      definition={definition}
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

const viewKeyOf = ({ area, viewport, options, image }: HungCell): string =>
  [area, viewport, JSON.stringify(options), image?.scan.id ?? ''].join(' ');

/**
 * Calls `close` on Escape, unless a drawing or a text input uses the key. When `close` returns
 * true, the shortcuts of the mode ignore the key.
 */
function useEscape(close: () => boolean): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTextTarget(event.target)) return;
      if (latest.current()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function toSentence(reasons: readonly string[]): string {
  const text = reasons.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
