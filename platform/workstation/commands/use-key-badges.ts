import { useEffect } from 'react';

/** Delay in ms before shortcuts appear, because Alt is often pressed briefly to switch windows. */
const HOLD_DELAY_MS = 400;

/** Shows the shortcut of every button while Alt is held. */
export function useKeyBadges(): void {
  useEffect(() => {
    const page = document.documentElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      page.removeAttribute('data-show-keys');
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Alt') hide();
      else if (!event.repeat)
        timer = setTimeout(() => page.setAttribute('data-show-keys', ''), HOLD_DELAY_MS);
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      // Prevents some browsers from focusing their menu.
      if (event.key === 'Alt' && page.hasAttribute('data-show-keys')) event.preventDefault();
      hide();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', hide);
    return () => {
      hide();
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', hide);
    };
  }, []);
}
