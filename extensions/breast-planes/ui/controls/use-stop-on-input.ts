import { useEffect } from 'react';

/** Of keys that leave a picture running: the one that starts and stops it, and those that do nothing by themselves. */
const IGNORED_KEYS: readonly string[] = [' ', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'];

/**
 * Any press, wheel or key ends what runs in this view: whoever reaches for a tool or another
 * finding looks at the slice that is there. Headers and panels are worked while it runs; `playId`
 * is the `data-plays` of its own button, which stops it itself.
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
      // A button keeps the focus after its press; of keys it only takes Enter, the rest are the room's.
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
