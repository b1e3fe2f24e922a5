/** Maximum lengths of stored texts, in characters. */
const MAX_MESSAGE_LENGTH = 300;
const MAX_PAGE_LENGTH = 120;
const MAX_FRAMES = 20;
const MAX_FRAME_LENGTH = 160;

/** Query or fragment of a URL. */
const QUERY = /[?#][^\s"'<>)]+/g;
const MAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+/g;
/** Quoted text of any kind, because programs quote values. */
const QUOTED = /"[^"]*"?|“[^”]*”?|‘[^’]*’|`[^`]*`?|(?<![\p{L}\p{N}])'[^']*'?/gu;
/** Two adjacent capitalised words, which look like a name. */
const NAME = /\p{Lu}[\p{L}\p{M}’'-]*(?:[ ,]+\p{Lu}[\p{L}\p{M}’'-]*)+/gu;
const DIGITS = /\p{N}{3,}/gu;
const CONTROL = /[\p{Cc}\p{Cf}]+/gu;

/**
 * Returns a browser error message without everything that could be a name, code, date or address of
 * a person, because programs embed data in their messages.
 */
export function redactMessage(text: string): string {
  return text
    .slice(0, 4 * MAX_MESSAGE_LENGTH)
    .replaceAll(CONTROL, ' ')
    .replaceAll(QUOTED, '“…”')
    .replaceAll(QUERY, '?…')
    .replaceAll(MAIL, '…@…')
    .replaceAll(NAME, '…')
    .replaceAll(DIGITS, '#')
    .slice(0, MAX_MESSAGE_LENGTH);
}

/** Matches `at name (https://host/path/file.js?v=1:2:3)` or `name@https://host/file.js:2:3`. */
const FRAME =
  /^\s*(?:at\s+)?(?:(?:async\s+)?([\w$.<>[\]-]{1,80})\s*[@(]|\(?)?[^\s()]*?([\w.-]{1,60}\.[cm]?[jt]sx?)[^\s():]*:(\d{1,7}):(\d{1,7})\)?\s*$/;

/**
 * Keeps only the code locations of a stack: functions, files, lines. Removes the leading message.
 */
export function redactStack(stack: string | null): string | null {
  if (stack === null) return null;
  const frames = stack
    .slice(0, 12_000)
    .split('\n')
    .map((line) => FRAME.exec(line.slice(0, 500)))
    .filter((match) => match !== null)
    .slice(0, MAX_FRAMES)
    .map(([, name, file, line, column]) => {
      const position = `${file}:${line}:${column}`;
      return (name ? `${name} ${position}` : position).slice(0, MAX_FRAME_LENGTH);
    });
  return frames.length === 0 ? null : frames.join('\n');
}

/** Path segments as in the product's own routes; other segments may contain personal data. */
const SAFE_SEGMENT = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * Returns the path of a page without the query: the part after `#`, if any. Replaces segments that
 * may contain personal data.
 */
export function redactPage(page: string | null): string | null {
  if (page === null) return null;
  const afterHash = page.includes('#') ? page.slice(page.indexOf('#') + 1) : page;
  const path = afterHash.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (SAFE_SEGMENT.test(segment) ? segment : '…'));
  return `/${segments.join('/')}`.slice(0, MAX_PAGE_LENGTH);
}
