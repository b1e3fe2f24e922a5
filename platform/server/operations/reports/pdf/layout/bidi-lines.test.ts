import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isolated,
  type LaidOutText,
  layOutText,
  REPLACEMENT,
  type TextFace,
} from './bidi-lines.ts';

/** A font with 1 pt per character that lacks Chinese. */
const face: TextFace = {
  hasGlyph: (codePoint) => codePoint < 0x4e00 || codePoint > 0x9fff,
  widthPt: (text) => text.length,
};

/** Returns the runs of each line from the left. */
const runsOf = ({ lines }: LaidOutText): readonly (readonly string[])[] =>
  lines.map(({ runs }) => runs.map(({ text }) => text));
const lay = (text: string, widthPt = 1000, direction: 'auto' | 'ltr' = 'auto') =>
  layOutText(text, face, widthPt, direction);

describe('layOutText', () => {
  it('breaks lines at spaces and keeps the breaks of the text', () => {
    expect(runsOf(lay('one two three', 8))).toEqual([['one two '], ['three']]);
    expect(runsOf(lay('one\n\ntwo\r\nthree'))).toEqual([['one'], [], ['two'], ['three']]);
    expect(runsOf(lay(''))).toEqual([[]]);
  });

  it('breaks a word that is longer than a line', () => {
    expect(runsOf(lay('ab abcdefghij k', 4))).toEqual([['ab '], ['abcd'], ['efgh'], ['ij k']]);
  });

  it('orders words from right to left in a Hebrew paragraph and keeps numbers', () => {
    const { lines, hasRtl } = lay('שלום 12.5 עולם');
    expect(hasRtl).toBe(true);
    expect(lines[0]?.isRtl).toBe(true);
    expect(lines[0]?.runs.map(({ text }) => text)).toEqual([' עולם', '12.5', 'שלום ']);
    expect(lines[0]?.runs.map(({ isRtl }) => isRtl)).toEqual([true, false, true]);
  });

  it('mirrors brackets that read from right to left', () => {
    expect(runsOf(lay('(שלום)'))).toEqual([[')שלום(']]);
  });

  it('keeps the order of two isolated names and a number after them', () => {
    const text = `${isolated('כהן')}, ${isolated('שרה')}, 12 mm`;
    expect(runsOf(lay(text, 1000, 'ltr'))).toEqual([['כהן', ', ', 'שרה', ', 12 mm']]);
  });

  it('shows a visible replacement of characters that the font lacks, and no controls', () => {
    const laidOut = lay('李x\u0007y\u200b');
    expect(runsOf(laidOut)).toEqual([[`${REPLACEMENT}xy`]]);
    expect(laidOut.hasReplacements).toBe(true);
    expect(lay(REPLACEMENT).hasReplacements).toBe(false);
  });

  it('never exceeds the width and keeps every visible character', () => {
    const letters = fc.constantFrom(
      ...'ab 12(),.\n',
      'ש',
      'ל',
      'م',
      'ح',
      '😀',
      'é',
      '\u2068',
      '李',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 200 }), (parts) => {
        const laidOut = lay(parts.join(''), 10);
        for (const { runs, widthPt } of laidOut.lines) {
          const endPt = Math.max(0, ...runs.map(({ text, xPt }) => xPt + text.trimEnd().length));
          expect(endPt).toBeLessThanOrEqual(10);
          expect(widthPt).toBeLessThanOrEqual(11);
        }
        const shown = runsOf(laidOut).flat().join('').replaceAll(/\s/g, '');
        const visible = parts.filter((part) => /[^\s\u2068]/.test(part));
        expect([...shown]).toHaveLength(visible.length);
      }),
    );
  });
});
