import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { type ExtensionContext, studyToken } from '#core';
import type { NormalisedPoint } from '#geometry';
import { useStore } from '#ui';
import type { MarkPreview } from '../../interaction/interaction-context.ts';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { type PointPx, sameFrame, toPx, type ViewSize } from '../../model/planes/image-layout.ts';
import { drawingToken, type SelectedMark } from '../../state/findings/drawing-state.ts';
import type { DrawingHint } from '../../state/findings/mark-preview.ts';
import {
  firstMarks,
  ghostMarks,
  type VisibleMark,
  visibleMarks,
} from '../../state/findings/visible-marks.ts';
import { toolOfMark } from '../../state/tools/tool-of-mark.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import { useScanFindings } from '../shared/use-scan-findings.ts';
import { MarkDrawing } from './mark-drawing.tsx';
import { MarkGhost } from './mark-ghost.tsx';
import { useMarkLabels } from './mark-labels.ts';
import { MarkMenu } from './mark-menu.tsx';
import styles from './marks.module.css';
import { TextEntry } from './text-entry.tsx';

export interface MarkLayerProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyImage;
  readonly preview: MarkPreview;
}

/** Draws the marks of an image, the drawing in progress, the mark menu and the text entry. */
export function MarkLayer({ context, ready, preview }: MarkLayerProps): ReactNode {
  const study = context.use(studyToken);
  const drawing = context.use(drawingToken);
  const findings = useScanFindings(context, ready.scan.id);
  const selectedId = useStore(study.store, (state) => state.selectedFindingId);
  const edited = useStore(drawing.store, (state) => state.edited);
  const selectedMark = useStore(drawing.store, (state) => state.selectedMark);
  const { frame, layout } = ready;
  const pointToPx = useCallback(
    (at: NormalisedPoint): PointPx => toPx(layout, frame, at),
    [layout, frame],
  );
  const choice = useListChoice(context);
  const shown = shownOf(findings, choice);
  const editedMark = preview.editing ?? edited;
  const marks = useMemo(
    () => visibleMarks(shown, ready, editedMark, (mark) => toolOfMark(mark, context)),
    [shown, ready, editedMark, context],
  );
  const ghosts = useMemo(
    () => ghostMarks(shown, ready, editedMark, (mark) => toolOfMark(mark, context)),
    [shown, ready, editedMark, context],
  );
  const marksToDraw = useDeferredMarks(marks, selectedId);
  const isPreviewShown = preview.drawnIn !== null && sameFrame(preview.drawnIn, frame);
  return (
    <>
      <svg className={styles.layer} data-testid={`marks-${ready.plane}`} aria-hidden="true">
        {ghosts.map((ghost) => (
          <MarkGhost key={ghost.mark.id} ghost={ghost} toPx={pointToPx} />
        ))}
        <MarkDrawings
          marks={marksToDraw}
          selectedId={selectedId}
          selectedMark={selectedMark}
          pointToPx={pointToPx}
          view={ready.view}
        />
        {isPreviewShown && preview.shapes.length > 0 ? (
          <MarkDrawing
            markId={null}
            shapes={preview.shapes}
            toPx={pointToPx}
            finding={null}
            markType={null}
            labels={null}
            selected
            grabbed={null}
          />
        ) : null}
        {isPreviewShown && preview.hint !== null ? (
          <Hint hint={preview.hint} at={pointToPx(preview.hint.at)} />
        ) : null}
        {preview.cursor === null ? null : <Cursor at={pointToPx(preview.cursor)} />}
      </svg>
      {preview.menu === null ? null : (
        <MarkMenu context={context} menu={preview.menu} onClose={preview.closeMenu} />
      )}
      {preview.entry === null ? null : (
        <TextEntry entry={preview.entry} at={pointToPx(preview.entry.at)} />
      )}
    </>
  );
}

/** Draws all marks of a saved image at once, without drawings in progress and menus. */
export function SavedMarkLayer({ context, ready }: Omit<MarkLayerProps, 'preview'>): ReactNode {
  const findings = useScanFindings(context, ready.scan.id);
  const shown = shownOf(findings, useListChoice(context));
  const { selectedFindingId } = context.use(studyToken).store.getState();
  const { frame, layout, view } = ready;
  return (
    <svg className={styles.layer} aria-hidden="true">
      <MarkDrawings
        marks={visibleMarks(shown, ready, null, (mark) => toolOfMark(mark, context))}
        selectedId={selectedFindingId}
        selectedMark={null}
        pointToPx={(at) => toPx(layout, frame, at)}
        view={view}
      />
    </svg>
  );
}

interface MarkDrawingsProps {
  readonly marks: readonly VisibleMark[];
  readonly selectedId: string | null;
  readonly selectedMark: SelectedMark | null;
  readonly view: ViewSize;
  pointToPx(at: NormalisedPoint): PointPx;
}

/** Draws marks with labels that do not overlap. */
function MarkDrawings(props: MarkDrawingsProps): ReactNode {
  const { marks, selectedId, selectedMark, pointToPx, view } = props;
  const labels = useMarkLabels(marks, selectedId, pointToPx, view);
  return marks.map(({ finding, mark, shapes }) => (
    <MarkDrawing
      key={mark.id}
      markId={mark.id}
      shapes={shapes}
      toPx={pointToPx}
      finding={finding}
      markType={mark.markType}
      labels={labels.get(mark.id) ?? null}
      selected={finding.id === selectedId}
      grabbed={
        selectedMark?.grabbed === true && selectedMark.markId === mark.id ? selectedMark : null
      }
    />
  ));
}

/** Maximum number of marks, besides those of the selected finding, drawn together with the image. */
const MAX_IMMEDIATE_MARKS = 16;

/**
 * Returns the marks to draw: the first marks and those of the selected finding together with the
 * image, the others once the image is on the screen. Never returns marks of a previous image.
 */
function useDeferredMarks(
  marks: readonly VisibleMark[],
  selectedId: string | null,
): readonly VisibleMark[] {
  const deferred = useDeferredValue(marks, NO_MARKS);
  return useMemo(
    () => (deferred === marks ? marks : firstMarks(marks, selectedId, MAX_IMMEDIATE_MARKS)),
    [deferred, marks, selectedId],
  );
}

const NO_MARKS: readonly VisibleMark[] = [];

/** Names the finding that receives the mark in progress, or the reason for a rejection. */
function Hint({ hint, at }: { readonly hint: DrawingHint; readonly at: PointPx }): ReactNode {
  return (
    <text
      className={styles.hint}
      data-testid="drawing-hint"
      data-screen-only=""
      data-rejected={hint.rejected}
      x={at.x + 12}
      y={at.y - 14}
    >
      {hint.text}
    </text>
  );
}

/** Draws the keyboard cursor: a cross with an open centre. */
function Cursor({ at: { x, y } }: { readonly at: PointPx }): ReactNode {
  const d = `M${x - 12} ${y}h8M${x + 4} ${y}h8M${x} ${y - 12}v8M${x} ${y + 4}v8`;
  return (
    <g data-testid="drawing-cursor" data-screen-only="">
      <path className={styles.halo} d={d} />
      <path d={d} stroke="var(--text)" strokeWidth={1.5} fill="none" />
    </g>
  );
}
