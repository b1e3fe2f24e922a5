import { parseKeybinding, tinykeys } from 'tinykeys';
import { type Disposable, messageOf, type Problem, toDisposable } from '#foundation';
import { hostTexts } from '../texts/host-texts.ts';
import { hostProblems } from './host-problems.ts';

/** A key and the id of its action; the caller of `attachKeys` resolves the id. */
export interface KeyBinding {
  /** tinykeys notation with `KeyboardEvent.code`, e.g. `$mod+Shift+KeyZ`. */
  readonly key: string;
  readonly kind: 'command' | 'tool';
  readonly id: string;
  readonly args: unknown;
}

/** Returns the valid bindings; the first binding of a key wins, later ones become Problems. */
export function resolveKeys(bindings: readonly KeyBinding[]): {
  readonly bindings: readonly KeyBinding[];
  readonly problems: readonly Problem[];
} {
  const bindingsByChord = new Map<string, KeyBinding>();
  const problems: Problem[] = [];
  for (const binding of bindings) {
    const chord = normalise(binding.key);
    const existing = bindingsByChord.get(chord);
    const invalid = invalidReason(binding.key);
    if (invalid !== null) problems.push(hostProblems.keyInvalid(binding.key, invalid));
    else if (existing === undefined) bindingsByChord.set(chord, binding);
    else problems.push(hostProblems.keyConflict(binding.key, existing.id, binding.id));
  }
  return { bindings: [...bindingsByChord.values()], problems };
}

/**
 * Handles keys on `target` until disposed. Ignores keys while the user types, in dialogs and menus,
 * navigation keys in widgets that use them, and handled events. `alsoInTexts` allows Ctrl
 * combinations in text fields, except those that edit text.
 */
export function attachKeys(
  target: Window | HTMLElement,
  bindings: readonly KeyBinding[],
  press: (binding: KeyBinding) => void,
  { alsoInTexts = false } = {},
): Disposable {
  const map: Record<string, (event: KeyboardEvent) => void> = {};
  for (const binding of bindings) {
    map[binding.key] = (event) => {
      event.preventDefault();
      if (!event.repeat || allowsRepeat(event)) press(binding);
    };
  }
  const ignore = (event: KeyboardEvent): boolean => isHandledElsewhere(event, alsoInTexts);
  return toDisposable(tinykeys(target, map, { ignore }));
}

const TEXT_TYPES = ['text', 'search', 'email', 'password', 'url', 'tel', 'number', 'date', 'time'];
const NAVIGATION_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
];
/** Keys that navigate and edit in a text, also with Ctrl: delete a word, select all, copy. */
const TEXT_EDITING_CODES =
  /^(Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete|Insert|Key[ACVXYZ])$/;
const KEY_OWNER_SELECTOR = '[role=dialog], [role=alertdialog], [role=menu], [role=menubar]';
const NAVIGABLE_SELECTOR =
  'input, select, [role=slider], [role=spinbutton], [role=listbox], [role=grid], [role=tablist], [role=radiogroup], [role=tree]';

/**
 * Allows key repeat for navigation keys and Ctrl combinations only, so that a held key does not
 * toggle or delete repeatedly.
 */
function allowsRepeat(event: KeyboardEvent): boolean {
  return NAVIGATION_KEYS.includes(event.key) || event.ctrlKey || event.metaKey;
}

/** True if the focused element or another listener handles the key. */
function isHandledElsewhere(event: KeyboardEvent, alsoInTexts: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const [focus] = event.composedPath();
  if (!(focus instanceof Element)) return false;
  if (focus.closest(KEY_OWNER_SELECTOR) !== null) return true;
  if (isTextField(focus)) {
    return (
      !(alsoInTexts && (event.ctrlKey || event.metaKey)) || TEXT_EDITING_CODES.test(event.code)
    );
  }
  if (NAVIGATION_KEYS.includes(event.key)) return focus.closest(NAVIGABLE_SELECTOR) !== null;
  if (event.key === 'Enter' || event.key === ' ') {
    return focus.closest('button, a[href], summary, input, [role=button]') !== null;
  }
  return false;
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return TEXT_TYPES.includes(element.type);
  const editable = element.closest(
    'textarea, select, [role=textbox], [role=searchbox], [role=combobox]',
  );
  if (editable !== null) return true;
  const contentEditable = element.closest('[contenteditable]')?.getAttribute('contenteditable');
  return contentEditable != null && contentEditable !== 'false';
}

/** True if both keys are spellings of the same chord. */
export function sameKey(key: string, other: string): boolean {
  return normalise(key) === normalise(other);
}

/** Normalises the spelling of a chord: `Shift+$mod+KeyZ` equals `$mod+Shift+KeyZ`. */
function normalise(key: string): string {
  return key
    .split(' ')
    .map((press) => {
      const parts = press.split('+');
      return [...parts.slice(0, -1).sort(), parts.at(-1)].join('+').toLowerCase();
    })
    .join(' ');
}

function invalidReason(key: string): string | null {
  if (key.trim() === '') return hostTexts.reasons.emptyKey;
  try {
    parseKeybinding(key);
    return null;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
