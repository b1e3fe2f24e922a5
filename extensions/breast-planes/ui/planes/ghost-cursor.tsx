import { type ReactNode, useEffect, useRef } from 'react';
import { type ExtensionContext, preferencesToken } from '#core';
import { type GhostPosition, ghostPosition } from '../../state/views/ghost-position.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { viewSettingsToken } from '../../state/views/view-settings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import styles from '../shared/plane-viewport.module.css';

export interface GhostCursorProps {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly ready: ReadyImage;
}

const CROSS = 'M1 11h6M15 11h6M11 1v6M11 15v6';

/**
 * Shows a cross at the location of the pointer in another plane. Moves the cross by its style once
 * per frame, because rendering on every pointer move would be too slow.
 */
export function GhostCursor({ context, cellId, ready }: GhostCursorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(ready);
  const move = useRef<(() => void) | null>(null);
  useEffect(() => {
    let frame: number | null = null;
    const scheduleMove = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        applyPosition(host.current, ghostPosition(context, cellId, latest.current));
      });
    };
    move.current = scheduleMove;
    const stops = [
      context.use(readingToken).store.subscribe((state, previous) => {
        if (state.hover !== previous.hover) scheduleMove();
      }),
      context.use(viewSettingsToken).store.subscribe(scheduleMove),
      context.use(preferencesToken).store.subscribe(scheduleMove),
    ];
    return () => {
      for (const stop of stops) stop();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [context, cellId]);
  // Moves the cross when the image moves.
  useEffect(() => {
    latest.current = ready;
    move.current?.();
  }, [ready]);
  return (
    <div ref={host} className={styles.ghost} data-testid="ghost-cursor">
      <svg width={22} height={22} aria-hidden="true">
        <path className={styles.halo} d={CROSS} />
        <path d={CROSS} stroke="var(--text)" strokeWidth={1.5} fill="none" />
      </svg>
    </div>
  );
}

function applyPosition(element: HTMLElement | null, ghost: GhostPosition | null): void {
  if (element === null) return;
  const { style } = element;
  style.visibility = ghost === null ? 'hidden' : 'visible';
  if (ghost === null) return;
  style.transform = `translate(${ghost.x}px,${ghost.y}px)`;
  style.opacity = String(ghost.opacity);
}
