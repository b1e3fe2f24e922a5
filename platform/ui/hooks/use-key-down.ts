import { useEffect, useRef } from 'react';

const TEXT_INPUTS = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/** True if letter keys type text into the target. */
export function isTextTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_INPUTS) !== null;
}

/** Calls `handle` for key presses anywhere on the page, except while typing text. */
export function useKeyDown(handle: (event: KeyboardEvent) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isTextTarget(event.target)) latest.current(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
