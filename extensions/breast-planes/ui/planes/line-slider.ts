import type { KeyboardEvent, MouseEvent } from 'react';
import type { ViewState } from '#core';
import type { VolumePlane } from '#geometry';
import { lineKeyStep } from '../../model/planes/line-keys.ts';
import {
  planeToEnd,
  positionKey,
  sliceRange,
  stepPlane,
} from '../../model/planes/linked-position.ts';
import { formatPosition } from '../../model/planes/plane-text.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';

/** Factor of the step while Shift is held. */
const FAST = 5;

/**
 * Returns the props that make the line of another plane, or the clock ring, a slider for keyboard and
 * screen readers. Arrow keys move the other plane by a slice or a degree, with Shift by five; Home
 * and End move it to its ends.
 */
export function lineSlider(view: ViewState, ready: ReadyPlane, line: VolumePlane, label: string) {
  const { volume, nippleMm, position, scan, frame } = ready;
  const { min, max, wraps } = sliceRange(volume, line);
  const { name, value, unit } = formatPosition(volume, nippleMm, position, line);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = view.store.getState().positions[scan.id] ?? position;
    const step = lineKeyStep(line, frame, event.key);
    if (step !== null) {
      const by = step * (event.shiftKey ? FAST : 1);
      view.setPosition(scan.id, stepPlane(volume, current, line, by));
    } else if (event.key === 'Home' || event.key === 'End') {
      const end = event.key === 'Home' ? 'first' : 'last';
      view.setPosition(scan.id, planeToEnd(volume, current, line, end));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': min,
    'aria-valuemax': wraps ? 360 : max,
    'aria-valuenow': Number(position[positionKey(line)].toFixed(1)),
    'aria-valuetext': `${name} ${value} ${unit}`,
    onKeyDown,
    // Pressing a line focuses the image, so that no text field keeps the keys.
    onMouseDown: (event: MouseEvent<Element>) => {
      event.preventDefault();
      const imageElement = event.currentTarget.closest<HTMLElement>('[data-testid^=image-]');
      imageElement?.focus({ preventScroll: true });
    },
  } as const;
}
