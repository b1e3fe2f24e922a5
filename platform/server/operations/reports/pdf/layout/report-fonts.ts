import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TextFace } from './bidi-lines.ts';

export type FontName = 'regular' | 'bold';

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);
/** DejaVu Sans Condensed has Latin, Greek, Cyrillic, Hebrew and Arabic, and no Chinese. */
export const FONT_FILES: Readonly<Record<FontName, string>> = {
  regular: join(FOLDER, 'DejaVuSansCondensed.ttf'),
  bold: join(FOLDER, 'DejaVuSansCondensed-Bold.ttf'),
};

/** The current font of a document; pdfkit keeps the glyphs of a font to itself. */
interface FontOwner {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/**
 * Selects a font and its size in points. Fonts are named by their file: pdfkit parses the file
 * again at every selection of a font that has a second name.
 */
export function selectFont(doc: PDFKit.PDFDocument, name: FontName, sizePt: number): void {
  doc.font(FONT_FILES[name]).fontSize(sizePt);
}

/** Returns a font of a document at a size in points. */
export function faceOf(doc: PDFKit.PDFDocument, name: FontName, sizePt: number): TextFace {
  return {
    hasGlyph(codePoint) {
      selectFont(doc, name, sizePt);
      return (doc as unknown as FontOwner)._font.font.hasGlyphForCodePoint(codePoint);
    },
    widthPt(text, isRtl) {
      selectFont(doc, name, sizePt);
      return doc.widthOfString(text, shapingOf(isRtl));
    },
  };
}

/**
 * Returns the text option with which pdfkit shapes a run as a whole. Without the option, pdfkit
 * shapes word by word, which puts words from right to left in wrong order.
 */
export const shapingOf = (isRtl: boolean): { features?: [] } => (isRtl ? { features: [] } : {});
