import type { SourceFile } from './check-imports.ts';

/** A user-facing text, displayed or for screen readers, that is not from a catalogue. */
export interface StrayText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Properties whose value is displayed or announced by a screen reader. */
const TEXT_PROPERTIES =
  'label|title|ariaLabel|aria-label|text|help|placeholder|hint|empty|what|confirmLabel|retryLabel|alt';

/** `label="Tools"`, `label={'Tools'}`, label={`Loading ${x}`}; a JSX property follows a space. */
const PROPERTY = new RegExp(
  `\\s(?:${TEXT_PROPERTIES})=(?:"([^"]*)"|\\{\\s*(?:'([^']*)'|\`([^\`]*)\`)\\s*\\})`,
  'g',
);
/** `label: 'Tools'` in an object passed to a widget. */
const FIELD = new RegExp(`[{,(\\s](?:${TEXT_PROPERTIES}): (?:'([^']*)'|\`([^\`]*)\`)`, 'g');
/** `notices.show('info', 'Saved'`, also over several lines. */
const NOTICE = /notices\.show\(\s*'[a-z-]+',\s*(?:'([^']*)'|`([^`]*)`)/g;
/** Text between tags, also over several lines: from '>' to '<' or '{'. */
const CHILDREN =
  /(?<![=\-\s(])>((?:[^<>{}=;]|; (?=\p{Ll}))*\p{L}{2}(?:[^<>{}=;]|; (?=\p{Ll}))*)[<{]/gu;
/** Text between a value and the end of its tag. */
const AFTER_VALUE = /\}([^<>{}=;]*)<\//g;
/** `{busy ? 'Importing…' : 'Import'}`: texts that begin with a capital or have several words. */
const CHOICE = /(?<!\?)[?:]\s+\(?\s*'((?:\p{Lu}\p{Ll}|[^'\s]+ )[^']*)'(?=\s*(?:\}|:\s|\)))/gu;

/**
 * Returns whether the text has two adjacent letters that are neither code between tags nor a unit.
 */
function isText(text: string): boolean {
  if (/^\s*[),]|^\s*\(\s*\w+\s*[:.]|\bextends\b|\(\s*$|\]\s*,|\)\s*:/.test(text)) return false;
  // An identifier, e.g. of an error.
  if (/^(?:\p{Lu}\p{Ll}+){2,}$/u.test(text)) return false;
  const plain = text.replace(/\$\{[^}]*\}/g, '').trim();
  return plain !== 'mm' && /\p{L}{2}/u.test(plain);
}

/** Removes comments and types, which are never displayed. Keeps line numbers. */
function withoutComments(text: string): string {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|\s)\/\/[^\n]*/g, blank);
}

/** Returns user-facing texts outside of a catalogue in JSX files (`.tsx`). */
export function strayTexts({ path, text }: SourceFile): readonly StrayText[] {
  const source = withoutComments(text);
  // Two patterns may match the same text.
  const matches = new Map<string, StrayText>();
  for (const pattern of [PROPERTY, FIELD, NOTICE, CHILDREN, AFTER_VALUE, CHOICE]) {
    for (const match of source.matchAll(pattern)) {
      const shownText = match.slice(1).find((group) => group !== undefined) ?? '';
      if (!isText(shownText)) continue;
      const at = match.index + match[0].indexOf(shownText);
      const line = source.slice(0, at).split('\n').length;
      matches.set(`${at}`, { path, line, text: shownText.replace(/\s+/g, ' ').trim() });
    }
  }
  return [...matches.values()];
}
