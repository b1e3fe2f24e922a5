import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { PalpablePlace, ScanSide } from '#contracts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import styles from './palpable.module.css';

const RADIUS = 40;
const HOURS = Array.from({ length: 12 }, (_, hour) => hour);

/** Clock face of a breast, facing the patient; a press adds a place, to the nearest half hour. */
export function PalpableFace(props: {
  readonly side: ScanSide;
  readonly places: readonly PalpablePlace[];
  onAdd(clockMinutes: number): void;
}): ReactNode {
  const { side, places, onAdd } = props;
  const faceRef = useRef<SVGSVGElement>(null);
  const add = (event: MouseEvent<HTMLButtonElement>): void => {
    // A press by key has no position and adds 12:00, which the arrow keys of the row move.
    const box = faceRef.current?.getBoundingClientRect();
    if (event.detail === 0 || box === undefined) {
      onAdd(0);
      return;
    }
    const x = event.clientX - (box.left + box.width / 2);
    const y = event.clientY - (box.top + box.height / 2);
    const turn = Math.atan2(x, -y) / (2 * Math.PI);
    onAdd((Math.round(turn * 24) * 30 + 720) % 720);
  };
  return (
    <button type="button" className={styles.face} aria-label={texts.addPlace[side]} onClick={add}>
      <svg ref={faceRef} viewBox="-50 -50 100 100" aria-hidden="true">
        <circle r={RADIUS} />
        {HOURS.map((hour) => (
          <line
            key={hour}
            y1={-RADIUS}
            y2={-RADIUS + (hour % 3 === 0 ? 7 : 4)}
            transform={`rotate(${hour * 30})`}
          />
        ))}
        {places.map(({ clockMinutes, distanceMm }, idx) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: two equal places are possible
            key={`${idx} ${clockMinutes} ${distanceMm}`}
            d="M0 -5L5 4H-5Z"
            transform={`rotate(${clockMinutes / 2}) translate(0 ${-RADIUS * 0.7}) rotate(${-clockMinutes / 2})`}
          />
        ))}
      </svg>
      <span>{side}</span>
    </button>
  );
}
