import type { ReactNode } from 'react';
import type { clockOnSkin } from '../../model/space/skin-surface.ts';
import type { SeenScene } from '../../rendering/space/scene-camera.ts';
import styles from '../shared/plane-viewport.module.css';

/** The hours on the skin about the nipple; the ring is open where no skin is known. */
export function SkinClock(props: {
  readonly seen: SeenScene;
  readonly clock: ReturnType<typeof clockOnSkin>;
}): ReactNode {
  const { seen, clock } = props;
  let pen = 'M';
  const d = clock.line
    .map((point) => {
      if (point === null) {
        pen = 'M';
        return '';
      }
      const { x, y } = seen.toPx(point);
      const part = `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
      pen = 'L';
      return part;
    })
    .join('');
  return (
    <g data-testid="skin-clock">
      <path className={styles.halo} d={d} />
      <path d={d} fill="none" stroke="var(--text-3)" />
      {clock.hours.map(({ hour, atMm }) => {
        const { x, y } = seen.toPx(atMm);
        return (
          <text key={hour} className={styles.word} x={x} y={y}>
            {hour}
          </text>
        );
      })}
    </g>
  );
}
