import {
  BREAST_DENSITIES,
  type Finding,
  type HardCodedList,
  type Patient,
  type ReportContent,
  type ReportSide,
  type Scan,
  type Study,
} from '#contracts';
import {
  buildReportContext,
  completedScans,
  type ReportContext,
  type ReportedRecord,
  type Side,
} from '#report';

/** Part of the open study that a report reads. */
export interface ReportedStudy {
  readonly patient: Patient | null;
  readonly study: Study | null;
  readonly scans: readonly Scan[];
  /** Findings by id of each scan that is loaded. */
  readonly findingsByScan: Readonly<Record<string, readonly Finding[]>>;
}

export interface ReportReader {
  readonly id: string;
  /** Earlier studies, and what the reader has seen. */
  readonly background: Pick<
    ReportedRecord,
    'priors' | 'priorFindings' | 'provenSides' | 'seenByScan' | 'unreadFindingIds'
  >;
  /** Returns the calendar day of an instant where the reader is. */
  dayOf(instant: string): string;
  /** Lists of the site. */
  readonly lists: readonly HardCodedList[];
}

/** Returns the completed scans of a study, oldest first. */
export const reportedScans = ({ scans }: Pick<ReportedStudy, 'scans'>): readonly Scan[] =>
  completedScans(scans);

/** Returns what texts and checks of a report read from the open study; null while none is open. */
export function buildContext(
  { patient, study, scans, findingsByScan }: ReportedStudy,
  content: ReportContent,
  addendumText: string | null,
  reader: ReportReader,
): ReportContext | null {
  if (patient === null || study === null) return null;
  const findings = completedScans(scans).flatMap(({ id }) => findingsByScan[id] ?? []);
  const { id: readerId, background, dayOf } = reader;
  const lists = new Map(reader.lists.map((list) => [list.listId, list]));
  return buildReportContext({
    ...background,
    ...{ patient, study, scans, findings, content, readerId, addendumText, lists, dayOf },
  });
}

const EMPTY_SIDE: ReportSide = {
  biradsScore: null,
  breastDensity: null,
  text: { text: '', editedFrom: null },
};

/** Returns an empty entry for a scanned breast, its density filled in; null for another breast. */
function newSide(scans: readonly Scan[], side: Side): ReportSide | null {
  const ofSide = scans.filter(({ laterality }) => laterality.id === side);
  if (ofSide.length === 0) return null;
  const measured = ofSide.findLast(({ breastDensity }) => breastDensity !== null);
  const density = BREAST_DENSITIES.find((id) => id === measured?.breastDensity);
  return { ...EMPTY_SIDE, breastDensity: density ?? null };
}

/**
 * Returns content that covers the scanned breasts and no other, e.g. after another scan, or after
 * the side of a scan was corrected. Returns the same object if nothing changes.
 */
export function alignSides(content: ReportContent, scans: readonly Scan[]): ReportContent {
  const align = (side: Side, present: ReportSide | null): ReportSide | null => {
    const isScanned = scans.some(({ laterality }) => laterality.id === side);
    if (!isScanned) return null;
    return present ?? newSide(scans, side);
  };
  const left = align('L', content.left);
  const right = align('R', content.right);
  const isSame = left === content.left && right === content.right;
  return isSame ? content : { ...content, left, right };
}

/** Returns the content of a new report: one entry for each scanned breast, its density filled in. */
export function newContent(
  scans: readonly Scan[],
  language: ReportContent['language'],
): ReportContent {
  const composed = { text: '', editedFrom: null };
  return {
    language,
    templates: 1,
    indication: '',
    technique: composed,
    comparison: composed,
    left: newSide(scans, 'L'),
    right: newSide(scans, 'R'),
    findingTexts: [],
    priorLinks: [],
    correlation: '',
    impression: composed,
    recommendations: [],
    followUpMonths: null,
    overrides: [],
  };
}

/** Groups findings as the study document does. */
export const findingsByScan = (
  findings: readonly Finding[],
): Readonly<Record<string, readonly Finding[]>> =>
  Object.groupBy(findings, ({ scan }) => scan.id) as Record<string, Finding[]>;
