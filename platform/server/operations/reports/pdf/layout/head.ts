import type { ReportDocument } from '../document/report-document.ts';
import type { DocumentWords } from '../texts/english-texts.ts';
import { formatDay } from '../texts/format-dates.ts';
import { nameOf } from './name-of.ts';
import { CONTENT_WIDTH, PAGE, type PageFlow, STYLES, type TextStyle } from './page-flow.ts';

/** Largest size of the logo in points. */
const LOGO_PT = { width: 150, height: 44 } as const;
const LABEL_PT = 92;
const COLUMN_GAP_PT = 16;
const COLUMN_PT = (CONTENT_WIDTH - COLUMN_GAP_PT) / 2;

/** Writes the letterhead, the title, and patient and study beside each other. */
export function writeHead(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  writeLetterhead(flow, report);
  flow.rule();
  flow.heading(1, words.title);
  flow.paragraph(`${words.version(report.number)} · ${words.state[report.state]}`, STYLES.small, {
    gapPt: 6,
  });
  const top = flow.yPt;
  const { patient, study } = report;
  const bottoms = [
    writeFields(flow, PAGE.left, words.patient, [
      [words.name, nameOf(patient) || words.unknown, STYLES.strong],
      [words.code, patient.code ?? words.unknown],
      [words.birthDate, formatDay(patient.birthDate, words) ?? words.unknown],
      [words.sex, patient.sex ?? words.unknown],
    ]),
    backTo(flow, top, () =>
      writeFields(flow, PAGE.left + COLUMN_PT + COLUMN_GAP_PT, words.study, [
        [words.accession, study.accessionNumber ?? words.unknown],
        [words.day, formatDay(study.day, words) ?? words.unknown],
        [words.indications, study.indications.join(', ') || words.unknown],
      ]),
    ),
  ];
  flow.yPt = Math.max(...bottoms) + 4;
  flow.rule();
}

function backTo(flow: PageFlow, yPt: number, write: () => number): number {
  flow.yPt = yPt;
  return write();
}

/** Writes the names of organization and site, and the logo. */
export function writeLetterhead(flow: PageFlow, { site }: Pick<ReportDocument, 'site'>): void {
  const { doc } = flow;
  const top = flow.yPt;
  const { logoPng } = site;
  const namePt = logoPng === null ? CONTENT_WIDTH : CONTENT_WIDTH - LOGO_PT.width - 16;
  const name = flow.block(site.organization, { ...STYLES.h2, direction: 'ltr' }, namePt);
  flow.drawBlock(name, { xPt: PAGE.left, yPt: top, widthPt: namePt });
  let bottom = top + name.heightPt;
  if (site.name !== site.organization) {
    const second = flow.block(site.name, { ...STYLES.small, direction: 'ltr' }, namePt);
    flow.drawBlock(second, { xPt: PAGE.left, yPt: bottom, widthPt: namePt });
    bottom += second.heightPt;
  }
  if (logoPng !== null) {
    const figure = doc.struct('Figure', { alt: site.organization });
    flow.root.add(figure);
    figure.add(() => {
      doc.image(Buffer.from(logoPng), PAGE.right - LOGO_PT.width, top, {
        fit: [LOGO_PT.width, LOGO_PT.height],
        align: 'right',
      });
    });
    figure.end();
    bottom = Math.max(bottom, top + LOGO_PT.height);
  }
  flow.yPt = bottom + 4;
}

type Field = readonly [label: string, value: string, style?: TextStyle];

/** Writes a title and rows of label and value in one column; returns the end in points. */
function writeFields(flow: PageFlow, xPt: number, title: string, fields: readonly Field[]): number {
  const head = flow.block(title, STYLES.h3, COLUMN_PT);
  flow.drawBlock(head, { xPt, yPt: flow.yPt, widthPt: COLUMN_PT }, 'H2');
  flow.yPt += head.heightPt;
  for (const [label, value, style = STYLES.body] of fields)
    writeField(flow, xPt, label, value, style);
  return flow.yPt;
}

function writeField(
  flow: PageFlow,
  xPt: number,
  label: string,
  value: string,
  style: TextStyle,
): void {
  const valuePt = COLUMN_PT - LABEL_PT;
  const labelBlock = flow.block(label, STYLES.label, LABEL_PT - 4);
  const valueBlock = flow.block(value, { ...style, direction: 'ltr' }, valuePt);
  flow.drawBlock(labelBlock, { xPt, yPt: flow.yPt + 1.5, widthPt: LABEL_PT });
  flow.drawBlock(valueBlock, { xPt: xPt + LABEL_PT, yPt: flow.yPt, widthPt: valuePt });
  flow.yPt += Math.max(labelBlock.heightPt + 1.5, valueBlock.heightPt);
}
