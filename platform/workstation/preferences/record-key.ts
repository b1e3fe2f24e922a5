/** What a press of keys means to whoever records one. */
export type RecordedKey =
  /** Only Ctrl, Shift, … so far. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'refused'; readonly key: string; readonly reason: 'browser' | 'leaving' };

type Press = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = /^(Control|Shift|Alt|Meta|AltGraph|OS|CapsLock|NumLock|Fn)/;

/** Browsers take these before any page can. */
const BROWSER_KEYS: readonly string[] = [
  '$mod+KeyT',
  '$mod+KeyN',
  '$mod+KeyW',
  '$mod+Shift+KeyT',
  '$mod+Shift+KeyN',
  '$mod+Shift+KeyW',
  '$mod+KeyQ',
  '$mod+Tab',
  '$mod+Shift+Tab',
  '$mod+KeyR',
  '$mod+KeyL',
  'F5',
  'F11',
  'F12',
  'Alt+F4',
  'Alt+Tab',
  '$mod+Shift+KeyI',
  '$mod+KeyP',
  '$mod+KeyC',
  '$mod+KeyV',
  '$mod+KeyX',
  '$mod+KeyA',
  '$mod+Digit0',
  '$mod+Minus',
  '$mod+Equal',
];

/** Without these nobody could leave a field, press a button or close a dialog. */
const NAVIGATION_KEYS: readonly string[] = ['Tab', 'Shift+Tab', 'Enter', 'Escape'];

/** The key in tinykeys notation, by its place on the keyboard: Ctrl and ⌘ are `$mod`. */
export function recordKey(event: Press): RecordedKey {
  if (event.code === '' || MODIFIERS.test(event.key) || MODIFIERS.test(event.code)) {
    return { kind: 'incomplete' };
  }
  const key = [
    ...(event.ctrlKey || event.metaKey ? ['$mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    event.code,
  ].join('+');
  if (BROWSER_KEYS.includes(key)) return { kind: 'refused', key, reason: 'browser' };
  if (NAVIGATION_KEYS.includes(key)) return { kind: 'refused', key, reason: 'leaving' };
  return { kind: 'key', key };
}
