import type { Side } from '../report-context.ts';
import { isComparison, plainText } from './text-cues.ts';

/** A word of a text that names a side. */
export interface SideMention {
  readonly side: Side;
  /** As written, e.g. 'left' or 'linken'. */
  readonly written: string;
  /** Position in the text of `plainText`. */
  readonly index: number;
}

const BREAST_PARTS =
  'breasts?|axilla|nipple|mamma|brust|axilla|mamille|oben|unten|außen|innen|lateral|medial|\\d{1,2}\\s*(?:uhr|:)';
const WORDS = new RegExp(
  [
    '(?<![\\p{L}\\d])(?:',
    '(?:left|right)(?:-sided?)?',
    '|links|rechts|linke[rnsm]?|rechte[rnsm]?|(?:links|rechts)seitig\\p{L}*',
    '|(?:li|re)\\.(?=\\s)',
    `|(?:li|re|lt|rt|l|r)(?=\\.?\\s+(?:${BREAST_PARTS}))`,
    ')(?![\\p{L}\\d])',
  ].join(''),
  'giu',
);

/** What follows a word that names no side of the patient: a direction, an angle, an English verb. */
const NO_SIDE_AFTER: Readonly<Record<'left' | 'right' | 'german' | 'short', RegExp>> = {
  left: /^(?:\s+(?:unchanged|in (?:place|situ)|as (?:is|it)|untreated|alone|behind|over|out|intact|open|blank|of)\b|-(?:over|hand|click)|\s*[-/]\s*right\b|[- ]to[- ]right\b)/iu,
  right:
    /^(?:\s+(?:away|now|after|before|through|angles?|of)\b|-(?:angled?|hand|click)|\s*[-/]\s*left\b|[- ]to[- ]left\b)/iu,
  german:
    /^(?:\s+(?:von|vom|neben|der Mamille|Winkel|to|with|between)(?![\p{L}])|\s*[-/]\s*(?:links|rechts)(?![\p{L}]))/iu,
  short: /^$/u,
};
const NO_SIDE_BEFORE: Readonly<Record<'left' | 'right' | 'german' | 'short', RegExp>> = {
  left: /(?:\b(?:nothing|none|been|being)\s+|\bright\s*[-/]\s*|\bright[- ]to[- ])$/iu,
  right: /(?:\b(?:all|just|quite)\s+|\bleft\s*[-/]\s*|\bleft[- ]to[- ])$/iu,
  german: /(?:links|rechts)\s*[-/]\s*$/iu,
  short: /[\p{L}\d]-$/u,
};

/**
 * Returns the words that name the left or right side, in English or German; 'named' leaves out
 * comparisons with the other breast, 'all' contains them.
 */
export function sideMentions(text: string, which: 'named' | 'all'): readonly SideMention[] {
  const plain = plainText(text);
  return [...plain.matchAll(WORDS)].flatMap(({ 0: written, index }) => {
    const end = index + written.length;
    const kind = kindOf(written);
    if (NO_SIDE_AFTER[kind].test(plain.slice(end)) && end < plain.length) return [];
    if (NO_SIDE_BEFORE[kind].test(plain.slice(0, index))) return [];
    if (which === 'named' && isComparison(plain, index, end)) return [];
    return [{ side: /^l/iu.test(written) ? ('L' as const) : ('R' as const), written, index }];
  });
}

function kindOf(written: string): 'left' | 'right' | 'german' | 'short' {
  if (/^left/iu.test(written)) return 'left';
  if (/^right/iu.test(written)) return 'right';
  return /^(?:link|recht)/iu.test(written) ? 'german' : 'short';
}
