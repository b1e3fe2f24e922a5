import type { ReactNode } from 'react';
import type { ExtensionContext } from '#core';
import {
  antiradialFrame,
  antiradialMm,
  imageToMm,
  mmToImage,
  positionToMm,
  scale,
} from '#geometry';
import { useStore } from '#ui';
import { type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { directionMarkerOf } from '../../model/planes/plane-text.ts';
import { CROSSING_GAP_PX } from '../../model/planes/reference-lines.ts';
import { rawToken } from '../../state/views/raw-state.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { antiradialTexts } from '../../texts/antiradial-texts.ts';
import { Ruler } from '../shared/image-scale.tsx';
import styles from '../shared/plane-viewport.module.css';

/** Draws orientation markers, depth ruler and the lines of the coronal and radial planes. */
export function AntiradialOverlay({ ready }: { readonly ready: ReadyPlane }): ReactNode {
  const { frame, layout, view, volume, position } = ready;
  const at = toPx(layout, frame, mmToImage(frame, positionToMm(volume, position)));
  const middle = toPx(layout, frame, { u: 0.5, v: 0 }).x;
  const bottom = layout.topPx + frame.heightMm * layout.pxPerMm;
  const y = at.y < view.height / 2 ? view.height * 0.75 : view.height * 0.25;
  return (
    <svg className={styles.overlay} data-testid="overlay-ARAD" aria-hidden="true">
      <Ruler ready={ready} />
      <Line
        from={{ x: 44, y: at.y }}
        to={{ x: view.width - 12, y: at.y }}
        crossing={{ x: middle, y: at.y }}
        plane="COR"
        letter="C"
      />
      <Line
        from={{ x: middle, y: Math.max(12, layout.topPx) }}
        to={{ x: middle, y: Math.min(view.height - 12, bottom) }}
        crossing={{ x: middle, y: at.y }}
        plane="RAD"
        letter="R"
      />
      <g data-testid="letters-ARAD">
        <text className={styles.overlayText} x={view.width * 0.75} y={12} data-edge="top">
          A
        </text>
        <text
          className={styles.overlayText}
          x={view.width * 0.75}
          y={view.height - 12}
          data-edge="bottom"
        >
          P
        </text>
        <text className={styles.overlayText} x={54} y={y} data-edge="left">
          {directionMarkerOf(scale(frame.right, -1))}
        </text>
        <text className={styles.overlayText} x={view.width - 26} y={y} data-edge="right">
          {directionMarkerOf(frame.right)}
        </text>
      </g>
    </svg>
  );
}

/** Gap in px on each side of the crossing, as for the lines of the other planes. */
const GAP_PX = CROSSING_GAP_PX;

/** Dashes by plane; the line of the coronal plane is solid. */
const DASHES = { COR: undefined, RAD: '10 4', ARAD: '2 4' } as const;

function Line(props: {
  readonly from: PointPx;
  readonly to: PointPx;
  /** Crossing point in px; the line is open around the crossing to show the tissue. */
  readonly crossing: PointPx;
  readonly plane: 'COR' | 'RAD' | 'ARAD';
  readonly letter: string;
}): ReactNode {
  const { from, to, crossing, plane, letter } = props;
  const colour = plane === 'COR' ? 'var(--plane-cor)' : 'var(--plane-rad)';
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [((to.x - from.x) / length) * GAP_PX, ((to.y - from.y) / length) * GAP_PX];
  const firstPart = `M${from.x} ${from.y}L${crossing.x - dx} ${crossing.y - dy}`;
  const secondPart = `M${crossing.x + dx} ${crossing.y + dy}L${to.x} ${to.y}`;
  const d = firstPart + secondPart;
  return (
    <g data-testid={`line-${plane}`}>
      <path className={styles.halo} d={d} />
      <path
        className={styles.line}
        d={d}
        style={{ stroke: colour }}
        strokeDasharray={DASHES[plane]}
      />
      {[from, to].map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <rect x={x - 8} y={y - 8} width={16} height={16} rx={3} style={{ fill: colour }} />
          <text className={styles.tagText} x={x} y={y + 0.5}>
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
}

/**
 * Draws the antiradial plane as a line on the coronal and radial planes while an antiradial view is
 * on the screen.
 */
export function AntiradialLine(props: {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
}): ReactNode {
  const { context, ready } = props;
  const shown = useStore(context.use(rawToken).store, ({ antiradials }) =>
    Object.values(antiradials).includes(ready.scan.id),
  );
  const { plane, volume, nippleMm, position, frame, layout } = ready;
  if (!shown || (plane !== 'COR' && plane !== 'RAD')) return null;
  const distanceMm = antiradialMm(volume, nippleMm, position);
  const antiradial = antiradialFrame(volume, nippleMm, position, distanceMm);
  const ends =
    plane === 'COR'
      ? [imageToMm(antiradial, 0.25, 0), imageToMm(antiradial, 0.75, 0)]
      : [imageToMm(antiradial, 0.5, 0), imageToMm(antiradial, 0.5, 1)];
  const [from, to] = ends.map((mm) => toPx(layout, frame, mmToImage(frame, mm)));
  if (from === undefined || to === undefined) return null;
  const [x, , z] = imageToMm(antiradial, 0.5, 0);
  const depthMm = positionToMm(volume, position)[1];
  const crossing = toPx(layout, frame, mmToImage(frame, [x, depthMm, z]));
  const { letter } = antiradialTexts;
  return <Line from={from} to={to} crossing={crossing} plane="ARAD" letter={letter} />;
}
