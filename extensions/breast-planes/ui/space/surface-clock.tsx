import type { ReactNode } from 'react';
import type { clockOnSkin } from '../../model/space/skin-surface.ts';
import type { SceneProjection } from '../../rendering/space/scene-camera.ts';
import styles from '../shared/plane-viewport.module.css';

/** Draws the hours on the skin around the nipple; the ring is open where no skin is known. */
export function SkinClock(props: {
  readonly projection: SceneProjection;
  readonly clock: ReturnType<typeof clockOnSkin>;
}): ReactNode {
  const { projection, clock } = props;
  const d = clock.line
    .map((point, index) => {
      if (point === null) return '';
      const { x, y } = projection.toPx(point);
      const startsLine = (clock.line[index - 1] ?? null) === null;
      return `${startsLine ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  return (
    <g data-testid="skin-clock">
      <path className={styles.halo} d={d} />
      <path d={d} fill="none" stroke="var(--text-3)" />
      {clock.hours.map(({ hour, atMm }) => {
        const { x, y } = projection.toPx(atMm);
        return (
          <text key={hour} className={styles.overlayText} x={x} y={y}>
            {hour}
          </text>
        );
      })}
    </g>
  );
}
