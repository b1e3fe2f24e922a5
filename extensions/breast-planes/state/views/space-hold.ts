import { type Disposable, token } from '#foundation';

/** The held Space key: a drag while it is held pans; only a tap is a shortcut. */
export interface SpaceHold {
  isHeld(): boolean;
  /** Makes the current hold a drag, which cancels the action of the tap. */
  startDrag(): void;
  /** Runs the action at once if Space is not held, otherwise when it is released without a drag. */
  onTap(run: () => void): void;
}

export const spaceHoldToken = token<SpaceHold>('breast-planes.space-hold');

/** Follows the Space key, also while a control of the page has the focus. */
export function watchSpaceHold(target: EventTarget): SpaceHold & Disposable {
  let held = false;
  let onRelease: (() => void) | null = null;
  const down = (event: Event): void => {
    if ((event as KeyboardEvent).code !== 'Space' || held) return;
    held = true;
    onRelease = null;
  };
  const up = (event: Event): void => {
    if ((event as KeyboardEvent).code !== 'Space') return;
    held = false;
    onRelease?.();
    onRelease = null;
  };
  const blur = (): void => {
    held = false;
    onRelease = null;
  };
  const listeners = { keydown: down, keyup: up, blur };
  // Capture, so that the state is known before a shortcut runs.
  for (const [kind, run] of Object.entries(listeners)) target.addEventListener(kind, run, true);
  return {
    isHeld: () => held,
    startDrag() {
      onRelease = null;
    },
    onTap(run) {
      if (held) onRelease = run;
      else run();
    },
    dispose() {
      for (const [kind, run] of Object.entries(listeners)) {
        target.removeEventListener(kind, run, true);
      }
    },
  };
}
