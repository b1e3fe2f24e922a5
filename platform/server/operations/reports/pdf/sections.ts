import type {
  DocumentAddendum,
  DocumentCategory,
  DocumentFinding,
  DocumentSignature,
  ReportDocument,
} from './document/report-document.ts';
import { isolated } from './layout/bidi-lines.ts';
import { writeBodyMap } from './layout/body-map.ts';
import { CONTENT_WIDTH, type PageFlow, STYLES } from './layout/page-flow.ts';
import { type Cell, type Column, IMAGE_PT, writeTable } from './layout/table.ts';
import type { DocumentWords } from './texts/english-texts.ts';
import { formatInstant } from './texts/format-dates.ts';

/** Writes one part of a document at the current position. */
type WriteSection = (flow: PageFlow, report: ReportDocument, words: DocumentWords) => void;

/** Parts after the head, in the order of the document. */
export const SECTIONS: readonly WriteSection[] = [
  textSection('indication'),
  textSection('technique'),
  textSection('comparison'),
  writeFindings,
  writeBreasts,
  textSection('correlation'),
  textSection('impression'),
  writeAssessment,
  writeRecommendations,
  (flow, report, words) => {
    flow.heading(2, words.signature);
    writeSignature(flow, report.signature, report, words);
  },
  writeAddenda,
  (flow, _report, words) => {
    if (!flow.hasReplacements) return;
    flow.paragraph(words.replaced, STYLES.small);
  },
];

/** Returns a section with a heading and a text; nothing is written for an empty text. */
function textSection(key: keyof ReportDocument['texts']): WriteSection {
  return (flow, report, words) => {
    const text = report.texts[key].trim();
    if (text === '') return;
    flow.heading(2, words[key]);
    flow.paragraph(text);
  };
}

/** Writes the map and the table of the findings. */
function writeFindings(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  flow.heading(2, words.findings);
  writeBodyMap(flow, report, words);
  if (report.findings.length === 0) flow.paragraph(words.noFindings);
  else writeFindingTable(flow, report.findings, words);
}

function writeFindingTable(
  flow: PageFlow,
  findings: readonly DocumentFinding[],
  words: DocumentWords,
): void {
  const mostImages = Math.max(0, ...findings.map(({ images }) => images.length));
  const imagePt = mostImages === 0 ? 0 : mostImages * (IMAGE_PT + 4) + 6;
  const columns = columnsOf(words, imagePt);
  writeTable(
    flow,
    columns,
    findings.map((finding) => cellsOf(finding, words).slice(0, columns.length)),
  );
}

/** Widths of all columns but the location, which takes the rest. */
const WIDTHS_PT = { name: 36, side: 42, size: 86, category: 62, recommendation: 84 } as const;

function columnsOf({ columns: titles }: DocumentWords, imagePt: number): readonly Column[] {
  const fixedPt = Object.values(WIDTHS_PT).reduce((sum, widthPt) => sum + widthPt, imagePt);
  return [
    { title: titles.name, widthPt: WIDTHS_PT.name },
    { title: titles.side, widthPt: WIDTHS_PT.side },
    { title: titles.place, widthPt: CONTENT_WIDTH - fixedPt },
    { title: titles.size, widthPt: WIDTHS_PT.size },
    { title: titles.category, widthPt: WIDTHS_PT.category },
    { title: titles.recommendation, widthPt: WIDTHS_PT.recommendation },
    ...(imagePt === 0 ? [] : [{ title: titles.image, widthPt: imagePt }]),
  ];
}

function cellsOf(finding: DocumentFinding, words: DocumentWords): readonly Cell[] {
  const images = finding.images.map((bytes) => ({ bytes, alt: words.imageOf(finding.name) }));
  return [
    { text: finding.name, isBold: true },
    { text: words.side[finding.side] },
    { text: finding.place },
    { text: finding.size ?? words.unknown },
    { text: finding.category ?? words.unknown },
    { text: finding.recommendations.join(', ') || words.unknown },
    { text: '', images },
  ];
}

/** Writes the texts on each breast and its findings. */
function writeBreasts(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  for (const breast of report.breasts) {
    const findings = report.findings.filter(
      ({ side, text }) => side === breast.side && text !== '',
    );
    if (breast.text.trim() === '' && findings.length === 0) continue;
    flow.heading(2, words.breast[breast.side]);
    if (breast.text.trim() !== '') flow.paragraph(breast.text.trim());
    for (const { name, text } of findings) writeText(flow, words.finding(name), text);
  }
  const written = new Set(report.breasts.map(({ side }) => side));
  for (const { side, name, text } of report.findings) {
    if (!written.has(side) && text !== '') writeText(flow, words.finding(name), text);
  }
  for (const text of report.removedFindingTexts) writeText(flow, words.removedFinding, text);
}

function writeText(flow: PageFlow, title: string, text: string): void {
  flow.heading(3, title);
  flow.paragraph(text);
}

/** Writes density and category of each breast with their words. */
function writeAssessment(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  if (report.breasts.length === 0 && report.density === null) return;
  flow.heading(2, words.assessment);
  for (const { side, category, density } of report.breasts) {
    const title = `${words.breast[side]}: ${category === null ? words.noCategory : words.category(category.code)}`;
    flow.paragraph(title, STYLES.strong, { gapPt: 0, keepPt: 13 });
    const sentences = [
      category === null ? null : categoryText(category, words),
      density === null ? null : `${words.density}: ${density}`,
    ].filter((sentence) => sentence !== null);
    if (sentences.length > 0) flow.paragraph(`${sentences.join('. ')}.`);
    else flow.yPt += 3;
  }
  const densities = new Set(report.breasts.map(({ density }) => density));
  if (densities.size > 1 && report.density !== null) {
    flow.paragraph(`${words.higherDensity}: ${report.density}.`);
  }
}

function categoryText(category: DocumentCategory, words: DocumentWords): string {
  const { label, likelihood, management } = category;
  const risk = likelihood === null ? '' : ` (${words.likelihood(likelihood)})`;
  return `${label}${risk}${management === null ? '' : `. ${management}`}`;
}

function writeRecommendations(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  const { recommendations, followUpMonths } = report;
  if (recommendations.length === 0 && followUpMonths === null) return;
  flow.heading(2, words.recommendations);
  for (const { side, label, text } of recommendations) {
    flow.paragraph(`${side}: ${label}`, STYLES.strong, { gapPt: 1 });
    if (text.trim() !== '') flow.paragraph(text.trim());
  }
  if (followUpMonths !== null) flow.paragraph(words.followUp(followUpMonths));
}

function writeSignature(
  flow: PageFlow,
  signature: DocumentSignature | null,
  { timeZone }: ReportDocument,
  words: DocumentWords,
): void {
  if (signature === null) {
    flow.paragraph(words.unsigned, STYLES.strong);
    return;
  }
  const { name, jobTitle, at, hash } = signature;
  const signer = jobTitle === null || jobTitle === '' ? [name] : [name, jobTitle];
  const style = { ...STYLES.body, direction: 'ltr' } as const;
  flow.paragraph(
    `${words.signedBy} ${signer.map(isolated).join(', ')}`,
    { ...style, font: 'bold' },
    { gapPt: 0, keepPt: 24 },
  );
  flow.paragraph(`${words.signedAt} ${formatInstant(at, timeZone, words)}`, style, { gapPt: 0 });
  flow.paragraph(`${words.hash} ${hash}`, STYLES.small);
}

function writeAddenda(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  for (const [idx, addendum] of report.addenda.entries()) {
    writeAddendum(flow, addendum, { report, words, number: idx + 1 });
  }
}

function writeAddendum(
  flow: PageFlow,
  { text, findings, signature }: DocumentAddendum,
  {
    report,
    words,
    number,
  }: {
    readonly report: ReportDocument;
    readonly words: DocumentWords;
    readonly number: number;
  },
): void {
  flow.heading(2, words.addendum(number));
  flow.paragraph(text);
  if (findings !== null) {
    flow.heading(3, words.changedFindings);
    if (findings.length === 0) flow.paragraph(words.noFindings);
    else writeFindingTable(flow, findings, words);
  }
  writeSignature(flow, signature, report, words);
}
