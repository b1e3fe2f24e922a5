import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import styles from './splitter.module.css';

export interface SplitterProps {
  /** Name of the resized dimension, e.g. 'Width of the panel'. */
  readonly label: string;
  /** Size of the pane in px. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Position of the pane relative to the splitter. */
  readonly pane?: 'left' | 'right' | 'above' | 'below';
  readonly disabled?: boolean;
  onChange(px: number): void;
}

const STEP_PX = 8;
const LARGE_STEP_PX = 64;

/** Screen direction of each key: 1 is right or down. */
const KEY_DIRECTIONS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/**
 * A divider between two panes. Moves by dragging or arrow keys (Shift for large steps, Home and End
 * for the limits); a double click toggles between maximum and minimum size.
 */
export function Splitter(props: SplitterProps): ReactNode {
  const { value, min, max, pane = 'left', disabled = false } = props;
  const drag = useRef<{ readonly startPx: number; readonly value: number } | null>(null);
  const upright = pane === 'left' || pane === 'right';
  const growDirection = pane === 'left' || pane === 'above' ? 1 : -1;
  const set = (px: number): void => {
    const next = Math.round(Math.min(max, Math.max(min, px)));
    if (!disabled && next !== value) props.onChange(next);
  };
  const positionOf = (event: PointerEvent): number => (upright ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = KEY_DIRECTIONS[event.key];
    if (direction !== undefined)
      set(value + direction * growDirection * (event.shiftKey ? LARGE_STEP_PX : STEP_PX));
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget; hr only separates text
    <div
      role="separator"
      tabIndex={disabled ? -1 : 0}
      aria-label={props.label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${value} px`}
      aria-disabled={disabled || undefined}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(value < max ? max : min)}
      onPointerDown={(event) => {
        if (event.button !== 0 || disabled) return;
        drag.current = { startPx: positionOf(event), value };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }}
      onPointerMove={(event) => {
        const start = drag.current;
        if (start !== null) set(start.value + (positionOf(event) - start.startPx) * growDirection);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        if (drag.current !== null) set(drag.current.value);
        drag.current = null;
      }}
    />
  );
}
