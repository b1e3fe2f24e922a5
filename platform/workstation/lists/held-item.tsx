import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

const HoldContext = createContext<((hold: boolean) => void) | null>(null);

/** While `open`, what is shown beside the list stays as it is: a dialog about it stands open. */
export function useHold(open: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    if (!open || hold === null) return;
    hold(true);
    return () => hold(false);
  }, [open, hold]);
}

/**
 * Draws the details of what is selected. A dialog that was opened from them keeps its own item, as
 * it was opened, whatever the list and its selection do meanwhile: they may be read anew behind it.
 */
export function HeldItem<Item>(props: {
  readonly selected: Item;
  readonly children: (shown: Item) => ReactNode;
}): ReactNode {
  const [held, setHeld] = useState<{ readonly item: Item } | null>(null);
  const shown = held === null ? props.selected : held.item;
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const count = useRef(0);
  const hold = useCallback((begins: boolean): void => {
    count.current += begins ? 1 : -1;
    if (begins && count.current === 1) setHeld({ item: latest.current });
    if (count.current === 0) setHeld(null);
  }, []);
  return <HoldContext value={hold}>{props.children(shown)}</HoldContext>;
}
