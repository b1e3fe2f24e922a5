/** Maximum nesting of a JSON body; valid bodies have about a dozen levels. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Returns whether JSON text is nested too deeply. Scans the text up to the limit instead of
 * parsing, because parsing a hundred thousand levels would block the server. The result for invalid
 * JSON is arbitrary, because the parser rejects such text anyway.
 */
export function isTooDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        levels += 1;
        if (levels > MAX_DEPTH) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        levels -= 1;
        break;
      default:
        break;
    }
  }
  return false;
}

/**
 * Returns the index of the quotation mark that closes the string at `start`; the text length for an
 * unterminated string.
 */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (index - before) % 2 === 1;
}
