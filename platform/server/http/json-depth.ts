/** Levels within levels of a JSON body; what calls take has a dozen. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether JSON text nests deeper than any call takes. It is told after a look at the first levels:
 * to parse a hundred thousand of them keeps everybody else waiting. Text that is no JSON may be
 * called either; it is refused anyway.
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

/** Place of the quotation mark that ends what the one at `begin` began; the end where none does. */
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
