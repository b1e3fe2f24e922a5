import PDFDocument from 'pdfkit';
import type { ReportLanguage } from '#contracts';
import { PAGE, PageFlow } from './page-flow.ts';
import { FONT_FILES } from './report-fonts.ts';

export interface PdfFile {
  readonly language: ReportLanguage;
  readonly title: string;
  /** Instant of the last signature or change, ISO 8601; the date of the file. */
  readonly changedAt: string;
  /** False keeps the content streams readable. */
  readonly compress: boolean;
}

/** Returns a tagged PDF of A4 pages with embedded fonts, whose content a function writes. */
export async function drawPdf(
  file: PdfFile,
  write: (flow: PageFlow) => Promise<void> | void,
): Promise<Buffer> {
  const doc = createDocument(file);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  await write(new PageFlow(doc, root));
  root.end();
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

function createDocument({ language, title, changedAt, compress }: PdfFile): PDFKit.PDFDocument {
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
      Title: title,
      Producer: 'Clockface',
      Creator: 'Clockface',
      CreationDate: changed,
      ModDate: changed,
    },
  });
}
