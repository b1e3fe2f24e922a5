import type { ReactNode } from 'react';
import type { Finding, Mark } from '#contracts';
import { type ExtensionContext, type Shape, studyToken, viewStateToken } from '#core';
import { type ImageFrame, mmToImage } from '#geometry';
import { useStore } from '#ui';
import { toPx } from '../model/image-layout.ts';
import { isMarkInPlane, markPointIn } from '../model/mark-visibility.ts';
import { referenceLines } from '../model/reference-lines.ts';
import { lengthTool } from '../state/length-tool.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { linesShown } from '../state/study-facts.ts';
import { ClockRing, EdgeWords, Ruler } from './image-scale.tsx';
import { MarkDrawing } from './mark-drawing.tsx';
import styles from './plane-viewport.module.css';
import { ReferenceLineDrawing } from './reference-line-drawing.tsx';

export interface PlaneOverlayProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
  readonly cellId: string;
  /** The gesture that is under way. */
  readonly preview: readonly Shape[];
}

/** Everything that lies on a plane's image: lines, marks, letters, rulers. Never covers tissue. */
export function PlaneOverlay(props: PlaneOverlayProps): ReactNode {
  const { context, ready, preview } = props;
  const study = context.use(studyToken);
  const lines = useStore(context.use(viewStateToken).store, (state) =>
    linesShown(state, props.cellId),
  );
  const findings = useStore(study.store, (state) =>
    state.targetScanId === ready.scan.id ? state.findings : NO_FINDINGS,
  );
  const selected = useStore(study.store, (state) => state.selectedFindingId);
  const { frame, layout, plane, volume, position } = ready;
  return (
    <svg className={styles.overlay} data-testid={`overlay-${plane}`} aria-hidden="true">
      <EdgeWords ready={ready} />
      <Ruler ready={ready} />
      {plane === 'COR' ? <ClockRing ready={ready} /> : null}
      {lines
        ? referenceLines(ready).map((line) => <ReferenceLineDrawing key={line.plane} line={line} />)
        : null}
      <NippleMark ready={ready} />
      {findings.flatMap((finding) =>
        marksIn(finding)
          .filter((mark) => isMarkInPlane(mark, volume, plane, frame, position))
          .map((mark) => (
            <MarkDrawing
              key={mark.id}
              shapes={shapesIn(mark, frame)}
              toPx={(at) => toPx(layout, frame, at)}
              colour={finding.generator.labelColour}
              label={finding.label}
              selected={finding.id === selected}
              onPick={() => study.selectFinding(finding.id)}
            />
          )),
      )}
      {preview.length === 0 ? null : (
        <MarkDrawing
          shapes={preview}
          toPx={(at) => toPx(layout, frame, at)}
          colour="var(--finding-user)"
          label={null}
          selected
        />
      )}
    </svg>
  );
}

const NO_FINDINGS: readonly Finding[] = [];
const marksIn = (finding: Finding): readonly Mark[] => Object.values(finding.marks);

/** A mark's shapes moved from its own image to the one shown (they may differ after a new nipple). */
function shapesIn(mark: Mark, frame: ImageFrame): readonly Shape[] {
  return lengthTool.shapes(mark).map((shape) =>
    shape.kind === 'line'
      ? {
          ...shape,
          from: markPointIn(mark, frame, shape.from),
          to: markPointIn(mark, frame, shape.to),
        }
      : { ...shape, at: markPointIn(mark, frame, shape.at) },
  );
}

/** A ring with a dot on the coronal; on planes through the nipple a triangle at the face. */
function NippleMark({ ready }: { readonly ready: ReadyPlane }): ReactNode {
  const { nippleMm, plane, frame, layout, view } = ready;
  if (nippleMm === null) return null;
  const { x, y } = toPx(layout, frame, mmToImage(frame, nippleMm));
  if (x < 0 || x > view.width) return null;
  if (plane === 'COR') {
    return (
      <g data-testid="nipple-mark">
        <circle className={styles.halo} cx={x} cy={y} r={8} />
        <circle cx={x} cy={y} r={8} fill="none" stroke="var(--text)" />
        <circle cx={x} cy={y} r={1.5} fill="var(--text)" />
        <text className={styles.word} x={x + 18} y={y - 12}>
          N
        </text>
      </g>
    );
  }
  const top = Math.max(2, layout.topPx);
  return (
    <g>
      <line className={styles.halo} x1={x} x2={x} y1={top} y2={top + 14} />
      <path d={`M${x - 6} ${top} h12 l-6 9 z`} fill="var(--text)" stroke="#000" />
      <text className={styles.word} x={x + 16} y={top + 8}>
        N
      </text>
    </g>
  );
}
