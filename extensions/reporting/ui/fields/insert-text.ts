/** Characters to replace in a field, from `start` to `end` (exclusive). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces a range of a text area and puts the cursor after the text. Browsers record it as one
 * step of their undo (Ctrl+Z); without `execCommand` the field changes as by a script.
 */
export function insertText(field: HTMLTextAreaElement, text: string, range: TextRange): void {
  field.focus();
  field.setSelectionRange(range.start, range.end);
  // Deprecated, but the only way to change a text area within the browser's own undo.
  if (document.execCommand?.('insertText', false, text) === true) return;
  const { value } = field;
  const next = value.slice(0, range.start) + text + value.slice(range.end);
  // React replaces the setter of the element, so that of the class informs it about the change.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, next);
  const cursor = range.start + text.length;
  field.setSelectionRange(cursor, cursor);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Returns a dictated phrase with a space before it unless a line or a space comes before. */
export function spacedPhrase(before: string, phrase: string): string {
  return before === '' || /\s$/.test(before) ? phrase : ` ${phrase}`;
}
