/** Result of a recorded key press. */
export type RecordedKey =
  /** Only modifiers are pressed so far. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'rejected'; readonly key: string; readonly usedFor: 'browser' | 'navigation' };

type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = /^(Control|Shift|Alt|Meta|AltGraph|OS|CapsLock|NumLock|Fn)/;

/** Keys that browsers handle before the page. */
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

/** Keys for leaving a field, pressing a button or closing a dialog. */
const CONTROL_KEYS: readonly string[] = ['Tab', 'Shift+Tab', 'Enter', 'Escape'];

/** Converts a key press to tinykeys notation by physical key; Ctrl and ⌘ become `$mod`. */
export function recordKey(event: KeyPress): RecordedKey {
  if (event.code === '' || MODIFIERS.test(event.key) || MODIFIERS.test(event.code)) {
    return { kind: 'incomplete' };
  }
  const key = [
    ...(event.ctrlKey || event.metaKey ? ['$mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    event.code,
  ].join('+');
  if (BROWSER_KEYS.includes(key)) return { kind: 'rejected', key, usedFor: 'browser' };
  if (CONTROL_KEYS.includes(key)) return { kind: 'rejected', key, usedFor: 'navigation' };
  return { kind: 'key', key };
}
