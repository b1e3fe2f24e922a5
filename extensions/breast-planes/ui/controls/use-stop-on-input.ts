import { useEffect } from 'react';

/** Keys that do not stop playback: the play key, and keys that change nothing by themselves. */
const IGNORED_KEYS: readonly string[] = [' ', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'];

/**
 * Stops playback on any press, wheel or key, so that the next action applies to the shown slice.
 * Headers and panels stay usable during playback; `playId` is the `data-plays` value of the play
 * button, which stops playback itself.
 */
export function useStopOnInput(playing: boolean, stop: () => void, playId?: string): void {
  useEffect(() => {
    if (!playing) return;
    const onInput = (event: Event): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (target !== null && target.closest('[role=dialog]') !== null) return;
      const plays = target?.closest<HTMLElement>('[data-plays]')?.dataset.plays;
      const onControls =
        target?.closest('header') != null || (plays !== undefined && plays === playId);
      // A button keeps the focus after a press and handles only Enter; other keys are shortcuts of
      // the page.
      const ignored =
        event instanceof KeyboardEvent
          ? IGNORED_KEYS.includes(event.key) || (onControls && event.key === 'Enter')
          : onControls;
      if (!ignored) stop();
    };
    const kinds = ['pointerdown', 'wheel', 'keydown'] as const;
    for (const kind of kinds) window.addEventListener(kind, onInput, true);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onInput, true);
    };
  }, [playing, stop, playId]);
}
