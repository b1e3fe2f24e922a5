import type { ReportDocument } from '../document/report-document.ts';
import type { DocumentWords } from '../texts/english-texts.ts';
import { nameOf } from './name-of.ts';
import { CONTENT_WIDTH, lineHeightPt, PAGE, type PageFlow, RULE, STYLES } from './page-flow.ts';
import { faceOf, selectFont } from './report-fonts.ts';

const FOOTER_TOP_PT = 798;
const RUNNING_HEAD_TOP_PT = 34;
const STAMP_SIZE_PT = 84;

/**
 * Draws on every page, as no content: the state of an unsigned report across the page, the patient
 * and version at the foot with the number of the page, and a running head from page 2.
 */
export function drawPageMarks(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  const { doc } = flow;
  const { count } = doc.bufferedPageRange();
  for (let idx = 0; idx < count; idx++) {
    doc.switchToPage(idx);
    flow.decorate(() => {
      if (report.state !== 'SIGNED') drawStamp(doc, words.state[report.state]);
      if (idx > 0) drawRunningHead(flow, report);
      drawFooter(flow, report, words, words.page(idx + 1, count));
    }, 'Pagination');
  }
}

/** Draws a word across the page, pale enough to read the text below. */
function drawStamp(doc: PDFKit.PDFDocument, text: string): void {
  const { width, height } = doc.page;
  const fitted = faceOf(doc, 'bold', STAMP_SIZE_PT).widthPt(text, false);
  const sizePt = Math.min(STAMP_SIZE_PT, (STAMP_SIZE_PT * 680) / fitted);
  selectFont(doc, 'bold', sizePt);
  const widthPt = doc.widthOfString(text);
  doc.save();
  doc.rotate(-54, { origin: [width / 2, height / 2] });
  doc.fillColor('#8a1f11').fillOpacity(0.1);
  doc.text(text, (width - widthPt) / 2, height / 2 - sizePt / 2, { lineBreak: false });
  doc.restore();
  doc.fillOpacity(1);
}

function drawRunningHead(flow: PageFlow, { site, patient }: ReportDocument): void {
  const { doc } = flow;
  const name = nameOf(patient);
  drawOneLine(flow, name, { xPt: PAGE.left, yPt: RUNNING_HEAD_TOP_PT, widthPt: 300 });
  const place = { xPt: PAGE.left + 310, yPt: RUNNING_HEAD_TOP_PT, widthPt: CONTENT_WIDTH - 310 };
  drawOneLine(flow, site.organization, place, 'right');
  doc
    .moveTo(PAGE.left, RUNNING_HEAD_TOP_PT + 14)
    .lineTo(PAGE.right, RUNNING_HEAD_TOP_PT + 14)
    .lineWidth(0.4)
    .stroke(RULE);
}

function drawFooter(
  flow: PageFlow,
  { patient, number, state }: ReportDocument,
  words: DocumentWords,
  pageText: string,
): void {
  const { doc } = flow;
  doc.moveTo(PAGE.left, FOOTER_TOP_PT - 5).lineTo(PAGE.right, FOOTER_TOP_PT - 5);
  doc.lineWidth(0.4).stroke(RULE);
  const code = patient.code === null ? words.noCode : `${words.code} ${patient.code}`;
  const left = `${code} · ${words.version(number)} · ${words.state[state]}`;
  const leftPt = { xPt: PAGE.left, yPt: FOOTER_TOP_PT, widthPt: CONTENT_WIDTH - 110 };
  drawOneLine(flow, left, leftPt);
  const rightPt = { xPt: PAGE.right - 100, yPt: FOOTER_TOP_PT, widthPt: 100 };
  drawOneLine(flow, pageText, rightPt, 'right');
}

interface LinePlace {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
}

/** Draws the first line of a text, with an ellipsis if there are more. */
function drawOneLine(
  flow: PageFlow,
  text: string,
  { xPt, yPt, widthPt }: LinePlace,
  align: 'left' | 'right' = 'left',
): void {
  const style = { ...STYLES.small, direction: 'ltr' } as const;
  const ellipsisPt = lineHeightPt(style);
  const whole = flow.block(text, style, widthPt).lines;
  const cut = whole.length > 1 ? flow.block(text, style, widthPt - ellipsisPt).lines[0] : undefined;
  const [line] = cut === undefined ? whole : flow.block(`${cut.text}…`, style, widthPt).lines;
  if (line === undefined) return;
  const startPt = align === 'right' ? xPt + widthPt - line.widthPt : xPt;
  flow.drawLines([line], style, { xPt: startPt, yPt, widthPt });
}
