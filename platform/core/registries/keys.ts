import { parseKeybinding, tinykeys } from 'tinykeys';
import { type Disposable, messageOf, type Problem, toDisposable } from '#foundation';
import { hostProblems } from '../host/host-problems.ts';
import { hostTexts } from '../texts/host-texts.ts';

/** A key and the id of what it does; ids are resolved by whoever attaches the keys. */
export interface KeyBinding {
  /** tinykeys notation with `KeyboardEvent.code`, e.g. `$mod+Shift+KeyZ`. */
  readonly key: string;
  readonly kind: 'command' | 'tool';
  readonly id: string;
  readonly args: unknown;
}

/** The bindings that hold; of two for one key the first wins and the second is a Problem. */
export function resolveKeys(bindings: readonly KeyBinding[]): {
  readonly bindings: readonly KeyBinding[];
  readonly problems: readonly Problem[];
} {
  const bindingsByChord = new Map<string, KeyBinding>();
  const problems: Problem[] = [];
  for (const binding of bindings) {
    const chord = normalise(binding.key);
    const before = bindingsByChord.get(chord);
    const invalid = invalidReason(binding.key);
    if (invalid !== null) problems.push(hostProblems.keyInvalid(binding.key, invalid));
    else if (before === undefined) bindingsByChord.set(chord, binding);
    else problems.push(hostProblems.keyConflict(binding.key, before.id, binding.id));
  }
  return { bindings: [...bindingsByChord.values()], problems };
}

/**
 * Listens on `target` until disposed. Silent while someone types, in dialogs and menus, in widgets
 * for the keys that move them, and for what another listener has already used. `alsoInTexts`: keys
 * with Ctrl work while someone types, too, but for those that edit the text.
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
/** What moves and edits in a text, also with Ctrl: the last word deleted, all selected, copied. */
const TEXT_EDITING_CODES =
  /^(Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete|Insert|Key[ACVXYZ])$/;
const KEY_OWNER_SELECTOR = '[role=dialog], [role=alertdialog], [role=menu], [role=menubar]';
const NAVIGABLE_SELECTOR =
  'input, select, [role=slider], [role=spinbutton], [role=listbox], [role=grid], [role=tablist], [role=radiogroup], [role=tree]';

/** A held key scrolls or undoes on; it does not switch to and fro, nor delete one after the other. */
function allowsRepeat(event: KeyboardEvent): boolean {
  return NAVIGATION_KEYS.includes(event.key) || event.ctrlKey || event.metaKey;
}

/** True when the key is meant for the element that has the focus. */
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
  const edit = element.closest('[contenteditable]')?.getAttribute('contenteditable');
  return edit !== undefined && edit !== null && edit !== 'false';
}

/** True for two spellings of one chord. */
export function sameKey(key: string, other: string): boolean {
  return normalise(key) === normalise(other);
}

/** One spelling a chord, so that `Shift+$mod+KeyZ` and `$mod+Shift+KeyZ` are the same. */
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
