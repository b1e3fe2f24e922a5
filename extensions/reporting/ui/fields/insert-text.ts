/** Characters to replace in a field, from `start` to `end` (exclusive). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the selected characters of a field; the field keeps them without the focus. */
export const selectionOf = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): TextRange => ({
  start: selectionStart,
  end: selectionEnd,
});

/** Moves the focus to a text area, replaces a range and puts the cursor after the text. */
export function insertText(field: HTMLTextAreaElement, text: string, range: TextRange): void {
  field.focus();
  replaceText(field, text, range);
}

/**
 * Replaces the selection of a text area by a dictated phrase, with a space before it unless a line or
 * a space comes before. Leaves the focus where it is.
 */
export function insertPhrase(field: HTMLTextAreaElement, phrase: string): void {
  const range = selectionOf(field);
  const before = field.value.slice(0, range.start);
  replaceText(field, before === '' || /\s$/.test(before) ? phrase : ` ${phrase}`, range);
}

/**
 * Browsers record the change of an active field as one step of their undo (Ctrl+Z). In another
 * field, or without `execCommand`, the text changes as by a script.
 */
function replaceText(field: HTMLTextAreaElement, text: string, range: TextRange): void {
  // The command writes into the active field, which can be a password.
  if (document.activeElement === field) {
    field.setSelectionRange(range.start, range.end);
    // Deprecated, but the only way to change a text area within the browser's own undo.
    if (document.execCommand?.('insertText', false, text) === true) return;
  }
  const { value } = field;
  const next = value.slice(0, range.start) + text + value.slice(range.end);
  // React replaces the setter of the element, so that of the class informs it about the change.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, next);
  const cursor = range.start + text.length;
  field.setSelectionRange(cursor, cursor);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
