import type { SourceFile } from './check-imports.ts';

/** A text that is shown or spoken and does not come from a catalogue. */
export interface StrayText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Properties whose value people see or hear. */
const TEXT_PROPERTIES =
  'label|title|ariaLabel|aria-label|text|help|placeholder|hint|empty|what|confirmLabel|retryLabel|alt';

/** `label="Tools"`, `label={'Tools'}`, label={`Loading ${x}`}; in JSX a property stands after a space. */
const PROPERTY = new RegExp(
  `\\s(?:${TEXT_PROPERTIES})=(?:"([^"]*)"|\\{\\s*(?:'([^']*)'|\`([^\`]*)\`)\\s*\\})`,
  'g',
);
/** `label: 'Tools'` in an object that is handed to a widget. */
const FIELD = new RegExp(`[{,(\\s](?:${TEXT_PROPERTIES}): (?:'([^']*)'|\`([^\`]*)\`)`, 'g');
/** `notices.show('info', 'Saved'` over lines too. */
const NOTICE = /notices\.show\(\s*'[a-z-]+',\s*(?:'([^']*)'|`([^`]*)`)/g;
/** Text between tags, over lines too: what follows '>' and ends before '<' or '{'. */
const CHILDREN =
  /(?<![=\-\s(])>((?:[^<>{}=;]|; (?=\p{Ll}))*\p{L}{2}(?:[^<>{}=;]|; (?=\p{Ll}))*)[<{]/gu;
/** Text after a value and before the end of its tag. */
const AFTER_VALUE = /\}([^<>{}=;]*)<\//g;
/** `{busy ? 'Importing…' : 'Import'}`: words that begin with a capital, or several of them. */
const CHOICE = /(?<!\?)[?:]\s+\(?\s*'((?:\p{Lu}\p{Ll}|[^'\s]+ )[^']*)'(?=\s*(?:\}|:\s|\)))/gu;

/** Two letters in a row that are neither code between two tags nor a unit. */
function isText(text: string): boolean {
  if (/^\s*[),]|^\s*\(\s*\w+\s*[:.]|\bextends\b|\(\s*$|\]\s*,|\)\s*:/.test(text)) return false;
  // An id of the program, e.g. of an error.
  if (/^(?:\p{Lu}\p{Ll}+){2,}$/u.test(text)) return false;
  const plain = text.replace(/\$\{[^}]*\}/g, '').trim();
  return plain !== 'mm' && /\p{L}{2}/u.test(plain);
}

/** Comments and types say words that nobody is shown. Lines keep their places. */
function withoutComments(text: string): string {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|\s)\/\/[^\n]*/g, blank);
}

/** Shown texts outside of a catalogue, in files that draw (`.tsx`). */
export function strayTexts({ path, text }: SourceFile): readonly StrayText[] {
  const source = withoutComments(text);
  // Two patterns may see the same words.
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
