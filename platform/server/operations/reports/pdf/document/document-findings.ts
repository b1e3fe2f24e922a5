import type { Finding, FindingText, ReportContent } from '#contracts';
import { lengthMm } from '#geometry';
import { SCORES } from '#report';
import type { FrozenExamination } from '../../frozen-examination.ts';
import type { DocumentWords } from '../texts/english-texts.ts';
import type { CodeWords } from './code-words.ts';
import { DOCUMENT_SIDES, type DocumentFinding, type MapPlace } from './report-document.ts';

/** What the words of findings depend on besides the findings. */
export interface FindingContext {
  readonly words: DocumentWords;
  readonly codes: CodeWords;
  readonly scans: FrozenExamination['scans'];
  readonly findingTexts: ReportContent['findingTexts'];
  /** Interval of the report; null without one. */
  readonly followUpMonths: ReportContent['followUpMonths'];
  /** Printable images by finding id. */
  readonly images: ReadonlyMap<string, readonly Uint8Array[]>;
}

/** Returns the findings of a document by side, scan and number; leaves out unknown scans. */
export function documentFindings(
  findings: readonly Finding[],
  context: FindingContext,
): readonly DocumentFinding[] {
  const scanOf = new Map(context.scans.map((scan) => [scan.id, scan]));
  return findings
    .flatMap((finding) => {
      const scan = scanOf.get(finding.scan.id);
      return scan === undefined ? [] : [{ finding, scan }];
    })
    .sort(
      (a, b) =>
        DOCUMENT_SIDES.indexOf(a.scan.side) - DOCUMENT_SIDES.indexOf(b.scan.side) ||
        (a.scan.label === b.scan.label
          ? a.finding.label - b.finding.label
          : a.scan.label < b.scan.label
            ? -1
            : 1),
    )
    .map(({ finding, scan }) => documentFinding(finding, scan, context));
}

function documentFinding(
  finding: Finding,
  { side, label }: FrozenExamination['scans'][number],
  context: FindingContext,
): DocumentFinding {
  const { words, codes, findingTexts, images } = context;
  const category = codes.category(finding.biradsScore);
  const scanNumber = label.slice(side.length);
  return {
    id: finding.id,
    side,
    name: `${label} ${finding.label}`,
    mapName: scanNumber === '' ? String(finding.label) : `${scanNumber}-${finding.label}`,
    place: placeText(finding, words),
    mapPlace: mapPlaceOf(finding),
    size: sizeText(finding, words),
    category: category === null ? null : words.category(category.code),
    recommendations: recommendationsOf(finding, context),
    images: images.get(finding.id) ?? [],
    text: textOf(findingTexts.find(({ findingId }) => findingId === finding.id)),
  };
}

/**
 * Returns the chosen recommendations, else the usual management of the category that the impression
 * names, marked as usual; for category 3 with the interval of the report.
 */
function recommendationsOf(
  { recommendations, biradsScore }: Finding,
  { words, codes, followUpMonths }: FindingContext,
): readonly string[] {
  if (recommendations.length > 0) {
    return recommendations.map((id) => codes.label(id, 'RECOMMENDATION'));
  }
  const usual =
    biradsScore === SCORES.B3 && followUpMonths !== null && followUpMonths > 0
      ? words.followUp(followUpMonths)
      : (codes.category(biradsScore)?.management ?? null);
  return usual === null ? [] : [words.usual(usual)];
}

/** Joins the sentences of a finding's text and the sentences of the reader. */
export function textOf(findingText: FindingText | undefined): string {
  if (findingText === undefined) return '';
  const sentences = findingText.sentences.map(({ text }) => text.trim());
  return [...sentences, findingText.text.trim()].filter((text) => text !== '').join(' ');
}

/** Degrees of the dial per second of a clock position. */
const DEGREES_PER_SECOND = 360 / 43_200;
const HOUR_SECONDS = 3_600;

function mapPlaceOf(finding: Finding): MapPlace | null {
  const { clockPositionSec, distanceFromNippleUm, quadrant } = finding;
  // A subareolar finding has no clock position and lies below the nipple.
  if (quadrant === 'subareolar') return { clockDeg: 0, distanceMm: 0 };
  if (clockPositionSec === null || distanceFromNippleUm === null) return null;
  return {
    clockDeg: clockPositionSec * DEGREES_PER_SECOND,
    distanceMm: distanceFromNippleUm / 1000,
  };
}

/** Returns clock position to the hour, quadrant, distance and depth, as far as they are known. */
function placeText(finding: Finding, words: DocumentWords): string {
  const { clockPositionSec, quadrant, distanceFromNippleUm, depthUm, depthReference } = finding;
  const hour = Math.round((clockPositionSec ?? 0) / HOUR_SECONDS) % 12;
  const parts = [
    clockPositionSec === null ? null : words.clock(hour === 0 ? 12 : hour),
    quadrant === null ? null : words.quadrants[quadrant],
    distanceFromNippleUm === null
      ? null
      : words.fromNipple(Math.round(distanceFromNippleUm / 1000)),
    depthUm === null || depthReference === null
      ? null
      : words.depth[depthReference](Math.round(depthUm / 1000)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? words.unknownPlace : parts.join(', ');
}

/** Returns length, height and width with one decimal, else the lengths of the length marks. */
function sizeText(finding: Finding, { locale }: DocumentWords): string | null {
  const { massLengthUm, massHeightUm, massWidthUm } = finding;
  const stored = [massLengthUm, massHeightUm, massWidthUm].flatMap((um) => um ?? []);
  const sizesMm = stored.length > 0 ? stored.map((um) => um / 1000) : markLengthsMm(finding);
  if (sizesMm.length === 0) return null;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return `${sizesMm.map((mm) => format.format(mm)).join(' × ')} mm`;
}

function markLengthsMm({ marks }: Finding): readonly number[] {
  return Object.values(marks).flatMap(({ markType, markViewParams, frame }) => {
    const [start, end] = markViewParams.points;
    if (markType !== 'LENGTH' || start === undefined || end === undefined) return [];
    return [lengthMm(frame, start, end)];
  });
}
