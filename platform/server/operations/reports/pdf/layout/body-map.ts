import {
  DOCUMENT_SIDES,
  type DocumentFinding,
  type DocumentSide,
  type ReportDocument,
} from '../document/report-document.ts';
import type { DocumentWords } from '../texts/english-texts.ts';
import { CONTENT_WIDTH, INK, MUTED, PAGE, type PageFlow, RULE, STYLES } from './page-flow.ts';
import { LABEL_HEIGHT_PT, type MapLabel, mapPointOf, placeLabels, rimOf } from './place-on-map.ts';
import { faceOf, selectFont } from './report-fonts.ts';

const RADIUS_PT = 56;
/** Half of the square in which the numbers of a breast may stand. */
const BOUND_PT = RADIUS_PT + 22;
const HEIGHT_PT = 2 * RADIUS_PT + 34;
const NUMBER_SIZE_PT = 7;
const NUMBER_STYLE = { sizePt: NUMBER_SIZE_PT, font: 'bold', colour: '#ffffff' } as const;

/**
 * Draws both breasts as clock faces seen from the front, with the number of each finding at its
 * clock position and distance. Findings without a known place are named below.
 */
export function writeBodyMap(flow: PageFlow, report: ReportDocument, words: DocumentWords): void {
  const rimMm = rimOf(report.findings);
  flow.reserve(HEIGHT_PT + 40);
  const topPt = flow.yPt;
  const figure = flow.doc.struct('Figure', { alt: descriptionOf(report, words) });
  flow.root.add(figure);
  figure.add(() => {
    for (const [idx, side] of DOCUMENT_SIDES.entries()) {
      const centreXPt = PAGE.left + (CONTENT_WIDTH * (2 * idx + 1)) / 4;
      const centreYPt = topPt + 20 + RADIUS_PT;
      const findings = report.findings.filter((finding) => finding.side === side);
      const isExamined = report.breasts.some((breast) => breast.side === side);
      drawBreast(flow, { side, centreXPt, centreYPt, title: words.breast[side], isExamined });
      drawNumbers(flow, labelsOf(flow, findings, rimMm), { centreXPt, centreYPt });
    }
  });
  figure.end();
  flow.yPt = topPt + HEIGHT_PT;
  flow.paragraph(captionOf(report, rimMm, words), STYLES.small, { gapPt: 4 });
}

function captionOf({ findings }: ReportDocument, rimMm: number, words: DocumentWords): string {
  const unplaced = findings.filter(({ mapPlace }) => mapPlace === null).map(({ name }) => name);
  return [
    `${words.bodyMap}. ${words.rim(rimMm)}.`,
    ...(unplaced.length === 0 ? [] : [`${words.unplaced(unplaced)}.`]),
  ].join(' ');
}

/** Returns the alternative text: every finding with its place. */
function descriptionOf({ findings }: ReportDocument, words: DocumentWords): string {
  const entries = findings.map(({ name, place }) => words.mapEntry(name, place));
  return `${words.bodyMap}: ${entries.length === 0 ? words.emptyMap : entries.join('; ')}`;
}

interface DrawnBreast {
  readonly side: DocumentSide;
  readonly centreXPt: number;
  readonly centreYPt: number;
  readonly title: string;
  readonly isExamined: boolean;
}

/** Draws a clock face: rim, half radius, hour marks, nipple, and the axillary tail outwards. */
function drawBreast(flow: PageFlow, breast: DrawnBreast): void {
  const { side, centreXPt: x, centreYPt: y, title, isExamined } = breast;
  const { doc } = flow;
  const outwards = side === 'R' ? -1 : 1;
  doc.lineWidth(0.8);
  doc
    .moveTo(x + outwards * RADIUS_PT * 0.5, y - RADIUS_PT * 0.866)
    .quadraticCurveTo(
      x + outwards * RADIUS_PT * 1.02,
      y - RADIUS_PT * 1.02,
      x + outwards * RADIUS_PT * 0.866,
      y - RADIUS_PT * 0.5,
    )
    .stroke(RULE);
  doc.circle(x, y, RADIUS_PT).fillAndStroke(isExamined ? '#f6f8fa' : '#ffffff', MUTED);
  doc
    .circle(x, y, RADIUS_PT / 2)
    .dash(2, { space: 2 })
    .lineWidth(0.5)
    .stroke(RULE);
  doc.undash();
  for (let hour = 1; hour <= 12; hour++) drawHour(flow, { x, y, hour });
  doc.circle(x, y, 4).lineWidth(0.8).fillAndStroke('#dfe5ea', MUTED);
  doc.circle(x, y, 1.2).fill(MUTED);
  const { lines, style } = flow.block(title, STYLES.strong, 200);
  const widthPt = lines[0]?.widthPt ?? 0;
  flow.drawLines(lines, style, { xPt: x - widthPt / 2, yPt: y - RADIUS_PT - 30, widthPt });
}

function drawHour(
  { doc }: PageFlow,
  { x, y, hour }: { readonly x: number; readonly y: number; readonly hour: number },
): void {
  const angle = (hour / 12) * 2 * Math.PI;
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const innerPt = RADIUS_PT - (hour % 3 === 0 ? 5 : 3);
  doc
    .moveTo(x + dx * innerPt, y + dy * innerPt)
    .lineTo(x + dx * RADIUS_PT, y + dy * RADIUS_PT)
    .lineWidth(0.6)
    .stroke(MUTED);
  if (hour % 3 !== 0) return;
  selectFont(doc, 'regular', 6.5);
  const text = String(hour);
  const atPt = RADIUS_PT + 7;
  doc.fillColor(MUTED).text(text, x + dx * atPt - doc.widthOfString(text) / 2, y + dy * atPt - 4, {
    lineBreak: false,
  });
}

function labelsOf(
  { doc }: PageFlow,
  findings: readonly DocumentFinding[],
  rimMm: number,
): readonly MapLabel[] {
  const face = faceOf(doc, 'bold', NUMBER_SIZE_PT);
  const points = findings.flatMap(({ mapName, mapPlace }) =>
    mapPlace === null
      ? []
      : [
          {
            text: mapName,
            point: mapPointOf(mapPlace, rimMm, RADIUS_PT),
            widthPt: Math.max(LABEL_HEIGHT_PT, face.widthPt(mapName, false) + 5),
          },
        ],
  );
  return placeLabels(points, BOUND_PT);
}

function drawNumbers(
  flow: PageFlow,
  labels: readonly MapLabel[],
  { centreXPt: x, centreYPt: y }: Pick<DrawnBreast, 'centreXPt' | 'centreYPt'>,
): void {
  const { doc } = flow;
  for (const { point, centre } of labels) {
    if (centre === point) continue;
    doc
      .moveTo(x + point.xPt, y + point.yPt)
      .lineTo(x + centre.xPt, y + centre.yPt)
      .lineWidth(0.5)
      .stroke(INK);
    doc.circle(x + point.xPt, y + point.yPt, 1.5).fill(INK);
  }
  for (const { text, centre, widthPt } of labels) {
    const [leftPt, topPt] = [x + centre.xPt - widthPt / 2, y + centre.yPt - LABEL_HEIGHT_PT / 2];
    doc.roundedRect(leftPt, topPt, widthPt, LABEL_HEIGHT_PT, LABEL_HEIGHT_PT / 2).fill('#1f4e79');
    const { lines } = flow.block(text, NUMBER_STYLE, 100);
    const textPt = lines[0]?.widthPt ?? 0;
    flow.drawLines(lines, NUMBER_STYLE, {
      xPt: x + centre.xPt - textPt / 2,
      yPt: topPt + 0.9,
      widthPt: textPt,
    });
  }
}
