import { type LaidOutText, layOutText, type TextLine } from './bidi-lines.ts';
import { type FontName, faceOf, selectFont, shapingOf } from './report-fonts.ts';

type StructureElement = PDFKit.PDFStructureElement;

/** Edges of the content in points; A4 is 595.28 × 841.89 points. */
export const PAGE = {
  left: 48,
  right: 547,
  /** Top of the content of the first page, and of the others below their running head. */
  firstTop: 40,
  top: 62,
  bottom: 789,
} as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

export const INK = '#1a1f24';
export const MUTED = '#55606b';
export const RULE = '#c3cad1';

export interface TextStyle {
  readonly sizePt: number;
  readonly font?: FontName;
  readonly colour?: string;
  /** 'ltr' for fields whose text begins at the left whatever its script. */
  readonly direction?: 'auto' | 'ltr';
}

export const STYLES = {
  body: { sizePt: 9 },
  small: { sizePt: 7.5, colour: MUTED },
  label: { sizePt: 7.5, colour: MUTED },
  strong: { sizePt: 9, font: 'bold' },
  h1: { sizePt: 15, font: 'bold' },
  h2: { sizePt: 10.5, font: 'bold' },
  h3: { sizePt: 9, font: 'bold' },
} as const satisfies Record<string, TextStyle>;

/** Height of a line as a multiple of the size of its font. */
const LEADING = 1.3;
export const lineHeightPt = ({ sizePt }: TextStyle): number => sizePt * LEADING;

/** A text broken into lines for one width. */
export interface TextBlock extends LaidOutText {
  readonly text: string;
  readonly style: TextStyle;
  readonly heightPt: number;
}

/** Position of a block: left edge, top and width in points. */
export interface Place {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
}

/**
 * Writes the content of a tagged document from top to bottom and starts pages where content does
 * not fit.
 */
export class PageFlow {
  readonly doc: PDFKit.PDFDocument;
  readonly root: StructureElement;
  /** Top of the next block in points from the top of the page. */
  yPt: number = PAGE.firstTop;
  /** Whether a drawn text has characters that the fonts lack. */
  hasReplacements = false;

  constructor(doc: PDFKit.PDFDocument, root: StructureElement) {
    this.doc = doc;
    this.root = root;
  }

  /** Points from the current position to the end of the page. */
  get leftPt(): number {
    return PAGE.bottom - this.yPt;
  }

  startPage(): void {
    this.doc.addPage();
    this.yPt = PAGE.top;
  }

  /** Starts a page unless a height in points fits on the current page. */
  reserve(heightPt: number): void {
    if (heightPt > this.leftPt && this.yPt > PAGE.top) this.startPage();
  }

  block(text: string, style: TextStyle, widthPt: number): TextBlock {
    const face = faceOf(this.doc, style.font ?? 'regular', style.sizePt);
    const laidOut = layOutText(text, face, widthPt, style.direction);
    this.hasReplacements ||= laidOut.hasReplacements;
    return { ...laidOut, text, style, heightPt: laidOut.lines.length * lineHeightPt(style) };
  }

  /** Adds an element of the structure tree; ended with the document. */
  element(tag: string, parent: StructureElement = this.root, block?: TextBlock): StructureElement {
    // The drawn order of such texts is not their logical order.
    const options = block?.hasRtl || block?.hasReplacements ? { actual: block.text } : {};
    const element = this.doc.struct(tag, options);
    parent.add(element);
    return element;
  }

  /** Draws marks that carry no content, such as rules. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  /** Draws lines below each other; does not start pages. */
  drawLines(lines: readonly TextLine[], style: TextStyle, { xPt, yPt, widthPt }: Place): void {
    const { sizePt, font = 'regular', colour = INK, direction } = style;
    selectFont(this.doc, font, sizePt);
    this.doc.fillColor(colour);
    for (const [idx, line] of lines.entries()) {
      const startPt = line.isRtl && direction !== 'ltr' ? xPt + widthPt - line.widthPt : xPt;
      for (const run of line.runs) {
        this.doc.text(run.text, startPt + run.xPt, yPt + idx * lineHeightPt(style), {
          lineBreak: false,
          ...shapingOf(run.isRtl),
        });
      }
    }
  }

  /** Draws a whole block as an element at a fixed place; does not move the current position. */
  drawBlock(block: TextBlock, place: Place, tag = 'P', parent: StructureElement = this.root): void {
    const element = this.element(tag, parent, block);
    element.add(() => this.drawLines(block.lines, block.style, place));
    element.end();
  }

  /**
   * Writes a paragraph over the whole width and continues it on the next pages.
   * @param keepPt height in points that must follow on the same page, for headings
   */
  paragraph(
    text: string,
    style: TextStyle = STYLES.body,
    { tag = 'P', gapPt = 3, indentPt = 0, keepPt = 0 } = {},
  ): void {
    const widthPt = CONTENT_WIDTH - indentPt;
    const block = this.block(text, style, widthPt);
    const element = this.element(tag, this.root, block);
    const linePt = lineHeightPt(style);
    // Two lines stay together, so that no single line begins a paragraph at the end of a page.
    this.reserve(Math.min(block.heightPt, 2 * linePt) + keepPt);
    for (let from = 0; from < block.lines.length; ) {
      if (linePt > this.leftPt) this.startPage();
      const count = Math.max(1, Math.floor(this.leftPt / linePt));
      const lines = block.lines.slice(from, from + count);
      const place = { xPt: PAGE.left + indentPt, yPt: this.yPt, widthPt };
      element.add(() => this.drawLines(lines, style, place));
      this.yPt += lines.length * linePt;
      from += lines.length;
    }
    element.end();
    this.yPt += gapPt;
  }

  heading(level: 1 | 2 | 3, text: string): void {
    const style = { ...STYLES[`h${level}`], direction: 'ltr' as const };
    if (level === 2) this.yPt += 3;
    this.paragraph(text, style, { tag: `H${level}`, gapPt: level === 3 ? 0 : 1, keepPt: 26 });
  }

  rule(): void {
    const yPt = this.yPt;
    this.decorate(() => {
      this.doc.moveTo(PAGE.left, yPt).lineTo(PAGE.right, yPt).lineWidth(0.6).stroke(RULE);
    });
    this.yPt += 8;
  }
}
