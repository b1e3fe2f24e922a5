import { useEffect, useRef } from 'react';

const TEXT_INPUTS = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/** True where a single letter is text and not a command. */
export function isTextTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_INPUTS) !== null;
}

/** Runs `handle` for keys pressed anywhere on the page, except while somebody types text. */
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
