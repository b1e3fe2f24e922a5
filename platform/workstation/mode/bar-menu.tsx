import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/**
 * Controls that move into a menu when the bar is too narrow for them. They stay mounted, so that
 * their state survives a change of the width.
 */
export function BarMenu({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent): void => {
      // A popover of a control in the menu is outside the page content.
      const isInPage = target instanceof Element && target.closest('header, main') !== null;
      if (isInPage && !box.current?.contains(target)) setOpen(false);
    };
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => window.removeEventListener('pointerdown', onPointerDown, true);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of the buttons inside
    <span ref={box} className={styles.barMenu} data-open={isOpen} onKeyDown={onKeyDown}>
      <span className={styles.barMenuButton}>
        <IconButton
          icon="more"
          label={modeTexts.bar.more}
          pressed={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
      </span>
      <span className={styles.barMenuContent}>{children}</span>
    </span>
  );
}
