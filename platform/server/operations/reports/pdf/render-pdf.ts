import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { ReportDocument } from './document/report-document.ts';
import { writeHead } from './layout/head.ts';
import { PAGE, PageFlow } from './layout/page-flow.ts';
import { drawPageMarks } from './layout/page-marks.ts';
import { FONT_FILES } from './layout/report-fonts.ts';
import { SECTIONS } from './sections.ts';
import { wordsIn } from './texts/words-in.ts';

/**
 * Renders a report as a tagged PDF of A4 pages with embedded fonts. Equal documents give equal
 * bytes: the file states the time of the last signature or change, and no time of rendering.
 * Lets other calls run between the sections.
 * @param compress false keeps the content streams readable, for tests
 */
export async function renderPdf(report: ReportDocument, compress = true): Promise<Buffer> {
  const doc = createDocument(report, compress);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const words = wordsIn(report.language);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const flow = new PageFlow(doc, root);
  for (const write of [writeHead, ...SECTIONS]) {
    write(flow, report, words);
    await setImmediate();
  }
  drawPageMarks(flow, report, words);
  root.end();
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

function createDocument(
  { language, number, changedAt }: ReportDocument,
  compress: boolean,
): PDFKit.PDFDocument {
  const changed = new Date(changedAt);
  // The constructor selects a font, which would else be a standard font that is not embedded.
  return new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: PAGE.left, right: 0 },
    subset: 'PDF/A-2a',
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    compress,
    font: FONT_FILES.regular,
    info: {
      Title: wordsIn(language).fileTitle(number),
      Producer: 'Clockface',
      Creator: 'Clockface',
      CreationDate: changed,
      ModDate: changed,
    },
  });
}
