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
import { buildReportContext, completedScans, type ReportContext, type Side } from '#report';

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
  /** Earlier scans of the patient that the page knows; empty without one. */
  readonly priors: readonly Scan[];
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
  const { id: readerId, priors } = reader;
  const lists = new Map(reader.lists.map((list) => [list.listId, list]));
  return buildReportContext({
    ...{ patient, study, scans, findings, priors, content, readerId, addendumText, lists },
  });
}

const EMPTY_SIDE: ReportSide = {
  biradsScore: null,
  breastDensity: null,
  text: { text: '', editedFrom: null },
};

/** Returns the content of a new report: one entry for each scanned breast, its density filled in. */
export function newContent(
  scans: readonly Scan[],
  language: ReportContent['language'],
): ReportContent {
  const sideOf = (side: Side): ReportSide | null => {
    const ofSide = scans.filter(({ laterality }) => laterality.id === side);
    if (ofSide.length === 0) return null;
    const measured = ofSide.findLast(({ breastDensity }) => breastDensity !== null);
    const density = BREAST_DENSITIES.find((id) => id === measured?.breastDensity);
    return { ...EMPTY_SIDE, breastDensity: density ?? null };
  };
  const composed = { text: '', editedFrom: null };
  return {
    language,
    templates: 1,
    indication: '',
    technique: composed,
    comparison: composed,
    left: sideOf('L'),
    right: sideOf('R'),
    findingTexts: [],
    correlation: '',
    impression: composed,
    recommendations: [],
    followUpMonths: null,
    overrides: [],
  };
}
