import { useCallback, useEffect } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { useStore } from '#ui';
import { positionKey, sliceRange, withPlaneAt } from '../../model/planes/linked-position.ts';
import { cineRange, nextCineStep } from '../../model/views/cine.ts';
import { cineRangeKey, viewSettingsToken } from '../../state/views/view-settings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { useStopOnInput } from './use-stop-on-input.ts';

/**
 * Plays the slices of the view if cine is on for this view; any press, wheel or key stops cine.
 * Returns true while playing.
 */
export function useCine(context: ExtensionContext, cellId: string): boolean {
  const settings = context.use(viewSettingsToken);
  const playing = useStore(settings.store, (values) => values.playing?.cellId === cellId);
  const speed = useStore(settings.store, (values) => values.cineSpeed);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => step(context, cellId), 1000 / speed);
    return () => clearInterval(timer);
  }, [context, cellId, playing, speed]);
  useStopOnInput(
    playing,
    useCallback(() => settings.set({ playing: null }), [settings]),
  );
  // Stops cine when the view leaves the screen.
  useEffect(
    () => () => {
      if (settings.store.getState().playing?.cellId === cellId) settings.set({ playing: null });
    },
    [settings, cellId],
  );
  return playing;
}

/** Moves the plane of the view to its next cine slice; reverses the direction at an end. */
function step(context: ExtensionContext, cellId: string): void {
  const reading = context.use(readingToken).store.getState();
  const view = context.use(viewStateToken);
  const settings = context.use(viewSettingsToken);
  const cell = reading.cells[cellId];
  const volume = cell === undefined ? null : (reading.volumes[cell.scanId]?.geometry ?? null);
  const { playing, pingPong, cineRanges } = settings.store.getState();
  if (cell === undefined || volume === null || playing === null) return;
  const position = view.store.getState().positions[cell.scanId];
  if (position === undefined) return;
  const range = sliceRange(volume, cell.plane);
  const playedRange = cineRanges[cineRangeKey(cell.scanId, cell.plane)];
  const circle = range.wraps && playedRange === undefined;
  const current = position[positionKey(cell.plane)];
  const next = nextCineStep(current, playing.direction, cineRange(range, playedRange), {
    pingPong,
    circle,
  });
  if (next.direction !== playing.direction) {
    settings.set({ playing: { cellId, direction: next.direction } });
  }
  view.setPosition(cell.scanId, withPlaneAt(volume, position, cell.plane, next.value));
}
