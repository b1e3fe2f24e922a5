import { isPast, plainText } from './text-cues.ts';

/** A length that a text names. */
export interface LengthMention {
  /** What is measured: a size of the finding, its distance from the nipple, or something else. */
  readonly kind: 'size' | 'distance' | 'other';
  readonly mm: number;
  /** Half of the last written digit in millimetres: 0.05 for '12.4 mm', 5 for '3 cm'. */
  readonly precisionMm: number;
  /** As written, e.g. '12,4 mm'. */
  readonly written: string;
}

const FIGURE = '\\d+(?:[.,]\\d+)?';
const UNIT = '(?:mm|cm|millimet(?:er|re)[sn]?|centimet(?:er|re)s?|zentimetern?)';
const TIMES = '\\s*(?:[x×*]|by|mal)\\s*';
const LENGTHS = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,])${FIGURE}(?:[\\s-]*${UNIT})?(?:${TIMES}${FIGURE}(?:[\\s-]*${UNIT})?){0,3}(?<=\\d[\\s-]*${UNIT})(?![\\p{L}\\d²³^]|\\s*/)`,
  'giu',
);
const PART = new RegExp(`(${FIGURE})[\\s-]*(${UNIT})?`, 'giu');

const DISTANCE_AFTER =
  /^\s*(?:FN(?!\p{L})|MA(?!\p{L})|(?:away )?from (?:the )?(?:nipple|areola)|(?:entfernt )?von der (?:Mamille|Brustwarze)|Mamillenabstand|Abstand (?:zur|von der) Mamille)/iu;
const DISTANCE_BEFORE =
  /(?:distance (?:from|to) (?:the )?nipple|nipple distance|(?<!\p{L})FN|Mamillenabstand|Abstand (?:zur|von der) Mamille)\s*(?:of|is|von|beträgt|:)?\s*$/iu;
const OTHER_AFTER =
  /^\s*(?:deep|depth|in depth|below|beneath|under|above|from|away|apart|to the|(?:lateral|medial|cranial|caudal|kranial|kaudal|superior|inferior|anterior|posterior) (?:to|of|der|des|zur|zum)|slab|slice|tief|in der Tiefe|unter|über|ab (?:Schallkopf|Haut)|von|vom|entfernt|Abstand|Schicht)(?!\p{L})/iu;
const OTHER_BEFORE =
  /(?:depth|slab|slice|distance|Tiefe|Schichtdicke|Abstand)\s*(?:of|is|von|beträgt|:)?\s*(?:about|approximately|ca\.|etwa)?\s*$/iu;

/** Returns the lengths that a text names, without those of earlier examinations. */
export function lengthMentions(text: string): readonly LengthMention[] {
  const plain = plainText(text);
  return [...plain.matchAll(LENGTHS)].flatMap(({ 0: written, index }) => {
    if (isPast(plain, index)) return [];
    const kind = kindOf(plain.slice(0, index), plain.slice(index + written.length));
    return lengthsOf(written).map((length) => ({ kind, ...length }));
  });
}

function kindOf(before: string, after: string): LengthMention['kind'] {
  if (DISTANCE_AFTER.test(after) || DISTANCE_BEFORE.test(before)) return 'distance';
  return OTHER_AFTER.test(after) || OTHER_BEFORE.test(before) ? 'other' : 'size';
}

/** Returns the lengths of '12.4 × 9.4 mm'; a figure without a unit has the next one. */
function lengthsOf(written: string): readonly Omit<LengthMention, 'kind'>[] {
  const lengths: Omit<LengthMention, 'kind'>[] = [];
  let unit = 'mm';
  for (const [, figure = '', ownUnit] of [...written.matchAll(PART)].reverse()) {
    unit = ownUnit ?? unit;
    const mmPerUnit = /^(?:cm|cent|zent)/iu.test(unit) ? 10 : 1;
    const decimals = /[.,](\d+)$/.exec(figure)?.[1]?.length ?? 0;
    lengths.unshift({
      mm: Number(figure.replace(',', '.')) * mmPerUnit,
      precisionMm: (0.5 * mmPerUnit) / 10 ** decimals,
      written: `${figure} ${unit}`,
    });
  }
  return lengths;
}
