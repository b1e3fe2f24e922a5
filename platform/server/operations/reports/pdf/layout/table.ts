import {
  INK,
  lineHeightPt,
  PAGE,
  type PageFlow,
  RULE,
  STYLES,
  type TextBlock,
} from './page-flow.ts';

export interface Column {
  readonly title: string;
  readonly widthPt: number;
}

/** Text or images of a cell; images are decoded files with a description. */
export interface Cell {
  readonly text: string;
  readonly isBold?: boolean;
  readonly images?: readonly CellImage[];
}

export interface CellImage {
  readonly bytes: Uint8Array;
  /** Alternative text. */
  readonly alt: string;
}

const PADDING_PT = 3;
/** Edge of an image in points; two fit beside each other in the last column. */
export const IMAGE_PT = 44;

type StructureElement = PDFKit.PDFStructureElement;

/** A row whose texts are broken to the widths of the columns. */
interface Row {
  readonly blocks: readonly TextBlock[];
  readonly cells: readonly Cell[];
  readonly heightPt: number;
}

/**
 * Writes a table with a header row, which is repeated on each page. A row moves to the next page
 * as a whole; a row that is higher than a page continues on the next.
 */
export function writeTable(
  flow: PageFlow,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  const table = flow.element('Table');
  const header = rowOf(
    flow,
    columns,
    columns.map(({ title }) => ({ text: title, isBold: true })),
  );
  const laidOut = rows.map((cells) => rowOf(flow, columns, cells));
  flow.reserve(header.heightPt + Math.min(laidOut[0]?.heightPt ?? 0, 120));
  writeRow(flow, columns, header, tagged(flow, table, 'TH', columns.length));
  for (const row of laidOut) {
    const cells = tagged(flow, table, 'TD', columns.length);
    if (row.heightPt > flow.leftPt && flow.yPt > PAGE.top) startTablePage(flow, columns, header);
    writeLongRow(flow, columns, row, { cells, header });
  }
  table.end();
  flow.yPt += 6;
}

function rowOf(flow: PageFlow, columns: readonly Column[], cells: readonly Cell[]): Row {
  const blocks = cells.map(({ text, isBold }, idx) =>
    flow.block(
      text,
      { ...(isBold === true ? STYLES.strong : STYLES.body), sizePt: 8, direction: 'ltr' },
      (columns[idx]?.widthPt ?? 0) - 2 * PADDING_PT,
    ),
  );
  const images = cells.some((cell) => (cell.images?.length ?? 0) > 0) ? IMAGE_PT : 0;
  const contentPt = Math.max(images, ...blocks.map(({ heightPt }) => heightPt));
  return { blocks, cells, heightPt: contentPt + 2 * PADDING_PT };
}

function tagged(
  flow: PageFlow,
  table: StructureElement,
  tag: 'TH' | 'TD',
  count: number,
): readonly StructureElement[] {
  const row = flow.element('TR', table);
  return Array.from({ length: count }, () =>
    tag === 'TH' ? headerCell(flow, row) : flow.element('TD', row),
  );
}

/** Adds a header cell whose scope is its column; the types of pdfkit lack the option. */
function headerCell({ doc }: PageFlow, row: StructureElement): StructureElement {
  const options: PDFKit.Mixins.StructureElementOptions & { readonly scope: 'Column' } = {
    scope: 'Column',
  };
  const cell = doc.struct('TH', options);
  row.add(cell);
  return cell;
}

/** Starts a page with the header row, which is no content there. */
function startTablePage(flow: PageFlow, columns: readonly Column[], header: Row): void {
  flow.startPage();
  const yPt = flow.yPt;
  flow.decorate(() => {
    drawTexts(flow, columns, header.blocks, yPt);
  }, 'Pagination');
  closeRow(flow, header.heightPt);
}

function drawTexts(
  flow: PageFlow,
  columns: readonly Column[],
  blocks: readonly TextBlock[],
  yPt: number,
): void {
  for (const [idx, { lines, style }] of blocks.entries()) {
    flow.drawLines(lines, style, cellPlace(columns, idx, yPt));
  }
}

const cellPlace = (columns: readonly Column[], idx: number, yPt: number) => ({
  xPt: PAGE.left + columns.slice(0, idx).reduce((sum, { widthPt }) => sum + widthPt, PADDING_PT),
  yPt: yPt + PADDING_PT,
  widthPt: (columns[idx]?.widthPt ?? 0) - 2 * PADDING_PT,
});

/** Draws the rule below a row and moves below it. */
function closeRow(flow: PageFlow, heightPt: number): void {
  flow.yPt += heightPt;
  const yPt = flow.yPt;
  flow.decorate(() => {
    flow.doc.moveTo(PAGE.left, yPt).lineTo(PAGE.right, yPt).lineWidth(0.4).stroke(RULE);
  });
}

function writeRow(
  flow: PageFlow,
  columns: readonly Column[],
  { blocks, cells, heightPt }: Row,
  elements: readonly StructureElement[],
): void {
  const { yPt } = flow;
  for (const [idx, element] of elements.entries()) {
    const block = blocks[idx];
    const place = cellPlace(columns, idx, yPt);
    if (block !== undefined && block.text !== '') flow.drawBlock(block, place, 'P', element);
    for (const [number, image] of (cells[idx]?.images ?? []).entries()) {
      drawImage(flow, element, image, { ...place, xPt: place.xPt + number * (IMAGE_PT + 4) });
    }
  }
  closeRow(flow, heightPt);
}

function drawImage(
  { doc }: PageFlow,
  parent: StructureElement,
  { bytes, alt }: CellImage,
  { xPt, yPt }: { readonly xPt: number; readonly yPt: number },
): void {
  const figure = doc.struct('Figure', { alt });
  parent.add(figure);
  figure.add(() => {
    doc.image(Buffer.from(bytes), xPt, yPt, { fit: [IMAGE_PT, IMAGE_PT] });
    doc.fillColor(INK);
  });
  figure.end();
}

/** Writes a row in parts that fit on their pages; the first part contains the images. */
function writeLongRow(
  flow: PageFlow,
  columns: readonly Column[],
  row: Row,
  { cells, header }: { readonly cells: readonly StructureElement[]; readonly header: Row },
): void {
  if (row.heightPt <= flow.leftPt) {
    writeRow(flow, columns, row, cells);
    return;
  }
  const [first] = row.blocks;
  if (first === undefined) return;
  const linePt = lineHeightPt(first.style);
  const lineCount = Math.max(...row.blocks.map(({ lines }) => lines.length));
  for (let from = 0; from < lineCount; ) {
    const count = Math.max(1, Math.floor((flow.leftPt - 2 * PADDING_PT) / linePt));
    const part = { ...row, blocks: row.blocks.map((block) => partOf(block, from, count)) };
    const shown = Math.min(count, lineCount - from);
    const images = from === 0 ? row.cells : row.cells.map((cell) => ({ ...cell, images: [] }));
    writeRow(
      flow,
      columns,
      { ...part, cells: images, heightPt: shown * linePt + 2 * PADDING_PT },
      cells,
    );
    from += shown;
    if (from < lineCount) startTablePage(flow, columns, header);
  }
}

/** Returns some lines of a block; their own text is unknown, so the part states no other text. */
function partOf(block: TextBlock, from: number, count: number): TextBlock {
  const lines = block.lines.slice(from, from + count);
  const text = lines.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
  return { ...block, text, lines, heightPt: lines.length * lineHeightPt(block.style) };
}
