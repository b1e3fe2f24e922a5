import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

const PinContext = createContext<((isOpening: boolean) => void) | null>(null);

/** Pins the details panel to its item while a dialog about the item is open. */
export function usePin(open: boolean): void {
  const pin = useContext(PinContext);
  useEffect(() => {
    if (!open || pin === null) return;
    pin(true);
    return () => pin(false);
  }, [open, pin]);
}

/**
 * Renders the details of the selected item. Keeps the item while a dialog is open (`usePin`),
 * because list and selection may change behind the dialog.
 */
export function PinnedItem<Item>(props: {
  readonly selected: Item;
  readonly children: (shown: Item) => ReactNode;
}): ReactNode {
  const [pinned, setPinned] = useState<{ readonly item: Item } | null>(null);
  const shown = pinned === null ? props.selected : pinned.item;
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const openDialogs = useRef(0);
  const pin = useCallback((isOpening: boolean): void => {
    openDialogs.current += isOpening ? 1 : -1;
    if (isOpening && openDialogs.current === 1) setPinned({ item: latest.current });
    if (openDialogs.current === 0) setPinned(null);
  }, []);
  return <PinContext value={pin}>{props.children(shown)}</PinContext>;
}
