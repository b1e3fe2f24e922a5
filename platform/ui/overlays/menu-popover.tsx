import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Popover } from 'react-aria-components/Menu';
import { classNames } from '../styles/class-names.ts';
import popover from '../styles/popover.module.css';
import { MenuEntries, type MenuEntry } from './menu-entries.tsx';

export interface MenuPopoverProps {
  readonly label: string;
  /** Element that opened the menu; anchors the menu and receives the focus on close. */
  readonly anchor: Element;
  readonly entries: readonly MenuEntry[];
  /**
   * True for a menu that opened automatically: input outside takes effect normally and closes the
   * menu.
   */
  readonly light?: boolean;
  onClose(): void;
}

/**
 * Moves the focus to the first entry. When opened by keyboard or screen reader, React Aria focuses
 * the menu itself while its first entry looks focused: Enter would do nothing, and an arrow key
 * would skip the entry.
 */
const FOCUS_FIRST_ENTRY = {
  onFocus({ target }: FocusEvent<HTMLElement>): void {
    if (target.getAttribute('role') !== 'menu') return;
    target.querySelector<HTMLElement>('[role=menuitem][tabindex="0"]')?.focus();
  },
};

/** An open menu shared by many small buttons, e.g. in the rows of a long list. */
export function MenuPopover(props: MenuPopoverProps): ReactNode {
  const { anchor, light = false } = props;
  const panel = useRef<HTMLElement>(null);
  useCloseOnOutsideEvent(panel, light, props.onClose);
  return (
    <Popover
      ref={panel}
      isNonModal={light}
      className={classNames(popover.popover, popover.menu)}
      // Names the popover, which assistive technology treats as a dialog.
      aria-label={props.label}
      triggerRef={{ current: anchor }}
      isOpen={anchor.isConnected}
      offset={4}
      placement="bottom start"
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <div {...(light ? {} : FOCUS_FIRST_ENTRY)}>
        <MenuEntries
          label={props.label}
          entries={props.entries}
          autoFocus={!light}
          onClose={props.onClose}
        />
      </div>
    </Popover>
  );
}

const CLOSING_EVENTS = ['pointerdown', 'wheel', 'keydown'] as const;
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Closes a light menu on the first outside input, which still reaches its target, except Escape.
 */
function useCloseOnOutsideEvent(
  panel: RefObject<HTMLElement | null>,
  light: boolean,
  onClose: () => void,
): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!light) return;
    const close = (event: Event): void => {
      if (event.target instanceof Node && panel.current?.contains(event.target)) return;
      const key = event instanceof KeyboardEvent ? event.key : null;
      if (key !== null && MODIFIERS.includes(key)) return;
      if (key === 'Escape') event.stopPropagation();
      latest.current();
    };
    const options = { capture: true, passive: true };
    for (const name of CLOSING_EVENTS) window.addEventListener(name, close, options);
    return () => {
      for (const name of CLOSING_EVENTS) window.removeEventListener(name, close, options);
    };
  }, [panel, light]);
}
