import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Widths and glyphs of a font at one size. */
export interface TextFace {
  hasGlyph(codePoint: number): boolean;
  /** Width in points; a run in right-to-left order is shaped as a whole. */
  widthPt(text: string, isRtl: boolean): number;
}

/** Characters of one direction, in logical order. */
export interface TextRun {
  readonly text: string;
  readonly isRtl: boolean;
  /** Distance from the left end of the line. */
  readonly xPt: number;
}

/** A line of text with its runs in visual order from the left. */
export interface TextLine {
  /** The text of the line in logical order, as in the source. */
  readonly text: string;
  readonly runs: readonly TextRun[];
  readonly widthPt: number;
  /** Whether the paragraph of the line begins at the right. */
  readonly isRtl: boolean;
}

export interface LaidOutText {
  readonly lines: readonly TextLine[];
  /** Whether the text contains characters that the font lacks, drawn as `REPLACEMENT`. */
  readonly hasReplacements: boolean;
  /** Whether a part of the text reads from right to left. */
  readonly hasRtl: boolean;
}

/** Visible replacement of a character that the fonts lack. */
export const REPLACEMENT = '□';

/** Opens and closes an isolate: the direction of its content does not change the text around it. */
const ISOLATE = ['\u2068', '\u2069'] as const;

/** Encloses a name in an isolate, so that numbers after a right-to-left name keep their place. */
export const isolated = (text: string): string => `${ISOLATE[0]}${text}${ISOLATE[1]}`;

/** Controls and format characters, which are never drawn. */
const INVISIBLE = /[\p{Cc}\p{Cf}]|\p{Variation_Selector}/u;
/** Join or separate the letters around them in Arabic script. */
const JOINERS: readonly string[] = ['\u200C', '\u200D'];
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks a text into lines and orders each line by the Unicode Bidirectional Algorithm. Words that
 * are longer than a line are broken between grapheme clusters, so no line exceeds the width.
 * @param maxWidthPt width of a line; a line contains at least one cluster even if it is wider
 * @param direction 'auto' takes the direction of each paragraph from its first strong character
 */
export function layOutText(
  text: string,
  face: TextFace,
  maxWidthPt: number,
  direction: 'auto' | 'ltr' = 'auto',
): LaidOutText {
  const paragraphs = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((paragraph) => new Paragraph(paragraph, face, direction));
  return {
    lines: paragraphs.flatMap((paragraph) => paragraph.lines(maxWidthPt)),
    hasReplacements: paragraphs.some(({ hasReplacements }) => hasReplacements),
    hasRtl: paragraphs.some(({ hasRtl }) => hasRtl),
  };
}

/** Range of code units; the end is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

class Paragraph {
  readonly hasReplacements: boolean;
  readonly hasRtl: boolean;
  readonly #text: string;
  readonly #face: TextFace;
  readonly #levels: Uint8Array;
  readonly #isRtl: boolean;
  /** What is drawn for each code unit; empty for the second unit of a pair and for controls. */
  readonly #drawn: readonly string[];

  constructor(text: string, face: TextFace, direction: 'auto' | 'ltr') {
    this.#text = text;
    this.#face = face;
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
    this.#levels = levels;
    this.#isRtl = (paragraphs[0]?.level ?? 0) % 2 === 1;
    this.hasRtl = levels.some((level) => level % 2 === 1);
    this.#drawn = drawnUnits(text, face, levels);
    this.hasReplacements = this.#drawn.some(
      (drawn, at) => drawn === REPLACEMENT && text[at] !== REPLACEMENT,
    );
  }

  lines(maxWidthPt: number): readonly TextLine[] {
    const ranges = breakLines(this.#text, maxWidthPt, (range) => this.#widthPt(range));
    return ranges.map((range, idx) => {
      const next = ranges[idx + 1];
      return this.#line(range, next !== undefined && next.start > range.end);
    });
  }

  #widthPt(range: Range): number {
    return this.#runs(range).reduce(
      (sum, { text, isRtl }) => sum + this.#face.widthPt(text, isRtl),
      0,
    );
  }

  /**
   * @param isBrokenAtSpace keeps the space at the end of a line from left to right, so that programs
   *   that read the text do not join the words of two lines
   */
  #line(range: Range, isBrokenAtSpace: boolean): TextLine {
    let xPt = 0;
    const visual = joinedFromLeft(inVisualOrder(this.#runs(range)));
    const runs = visual.map(({ text, isRtl }, idx) => {
      const isLast = idx === visual.length - 1;
      const space = isBrokenAtSpace && isLast && !isRtl && !this.#isRtl ? ' ' : '';
      const run = { text: text + space, isRtl, xPt };
      xPt += this.#face.widthPt(text, isRtl);
      return run;
    });
    const text = this.#text.slice(range.start, range.end);
    return { text, runs, widthPt: xPt, isRtl: this.#isRtl };
  }

  /** Returns the runs of one level in logical order. */
  #runs({ start, end }: Range): readonly LevelRun[] {
    const runs: { text: string; level: number; isRtl: boolean }[] = [];
    for (let at = start; at < end; at++) {
      const drawn = this.#drawn[at] ?? '';
      if (drawn === '') continue;
      const level = this.#levels[at] ?? 0;
      const last = runs.at(-1);
      if (last?.level === level) last.text += drawn;
      else runs.push({ text: drawn, level, isRtl: level % 2 === 1 });
    }
    return runs;
  }
}

interface LevelRun {
  readonly text: string;
  readonly level: number;
  readonly isRtl: boolean;
}

function drawnUnits(text: string, face: TextFace, levels: Uint8Array): readonly string[] {
  const drawn = new Array<string>(text.length).fill('');
  let at = 0;
  for (const character of text) {
    const isRtl = (levels[at] ?? 0) % 2 === 1;
    if (!INVISIBLE.test(character) || (isRtl && JOINERS.includes(character))) {
      const shown = (isRtl ? bidi.getMirroredCharacter(character) : null) ?? character;
      drawn[at] = face.hasGlyph(shown.codePointAt(0) ?? 0) ? shown : REPLACEMENT;
    }
    at += character.length;
  }
  return drawn;
}

/** Joins neighbours from left to right, such as a text and an isolated name within it. */
function joinedFromLeft(runs: readonly LevelRun[]): readonly Omit<LevelRun, 'level'>[] {
  const joined: { text: string; isRtl: boolean }[] = [];
  for (const { text, isRtl } of runs) {
    const last = joined.at(-1);
    if (last !== undefined && !last.isRtl && !isRtl) last.text += text;
    else joined.push({ text, isRtl });
  }
  return joined;
}

/** Orders runs from the left: rule L2 of the Unicode Bidirectional Algorithm. */
function inVisualOrder(runs: readonly LevelRun[]): readonly LevelRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end - start > 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}

/** Returns the lines as ranges without the spaces at their ends; one empty line for no text. */
function breakLines(
  text: string,
  maxWidthPt: number,
  widthPt: (range: Range) => number,
): readonly Range[] {
  const lines: Range[] = [];
  let [start, end, usedPt] = [0, 0, 0];
  const finish = (next: number): void => {
    lines.push({ start, end });
    [start, end, usedPt] = [next, next, 0];
  };
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const wordEnd = index + word.length;
    const spacePt = end === start ? 0 : widthPt({ start: end, end: index });
    const wordPt = widthPt({ start: index, end: wordEnd });
    if (end > start && usedPt + spacePt + wordPt > maxWidthPt) finish(index);
    else if (end === start) [start, end] = [index, index];
    else usedPt += spacePt;
    if (wordPt <= maxWidthPt) {
      end = wordEnd;
      usedPt += wordPt;
      continue;
    }
    for (const { segment, index: offset } of CLUSTERS.segment(word)) {
      const at = index + offset;
      const clusterPt = widthPt({ start: at, end: at + segment.length });
      if (end > start && usedPt + clusterPt > maxWidthPt) finish(at);
      end = at + segment.length;
      usedPt += clusterPt;
    }
  }
  if (end > start || lines.length === 0) finish(end);
  return lines;
}
