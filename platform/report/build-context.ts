import {
  type Finding,
  type Patient,
  type ReportContent,
  SCREENING_INDICATIONS,
  type Scan,
  type Study,
} from '#contracts';
import { isAnnotation } from '#findings';
import { aiSizeOf } from './ai-size.ts';
import { type KnownPriorFinding, linkedPrior } from './prior-links.ts';
import type {
  ReportContext,
  ReportFinding,
  ReportLists,
  ReportScan,
  Side,
} from './report-context.ts';

type PlacedFinding = Pick<ReportFinding, 'finding' | 'side'>;

/** The record that a report describes, as the API returns it. */
export interface ReportedRecord {
  readonly patient: Pick<Patient, 'sex'>;
  readonly study: Pick<Study, 'createdAt'> & { readonly indications?: readonly string[] };
  /** Scans of the study; those that are not completed are left out. */
  readonly scans: readonly Scan[];
  /** Findings of these scans, proposals of models included; deleted ones are left out. */
  readonly findings: readonly Finding[];
  /** Earlier studies of the patient; null if unknown. */
  readonly priors: ReportContext['priors'];
  /** Findings of earlier studies; absent while they are unknown. */
  readonly priorFindings?: readonly KnownPriorFinding[] | undefined;
  /** Breasts with a malignant outcome of an earlier finding; absent if unknown. */
  readonly provenSides?: ReadonlySet<Side> | undefined;
  /** Share of each scan that the reader has seen, 0..1, by scan; absent where unknown. */
  readonly seenByScan?: Readonly<Record<string, number>> | undefined;
  /** Findings of other readers that the reader has not opened; null or absent if unknown. */
  readonly unreadFindingIds?: ReadonlySet<string> | null | undefined;
  /** Returns the calendar day of an instant where the reader is, YYYY-MM-DD; UTC by default. */
  readonly dayOf?: ((instant: string) => string) | undefined;
  readonly content: ReportContent;
  /** Reader who writes the report. */
  readonly readerId: string;
  /** Text of the addendum; null for a report. */
  readonly addendumText: string | null;
  /** Effective lists of the site; absent: the built-in lists. */
  readonly lists?: ReportLists | undefined;
}

/** Returns the completed scans of a study, oldest first. */
export function completedScans(scans: readonly Scan[]): readonly Scan[] {
  return scans
    .filter(({ scanState, deletedAt }) => scanState === 'C' && deletedAt === null)
    .toSorted((a, b) => (takenAt(a) < takenAt(b) ? -1 : 1));
}

/** Returns everything that texts and checks read from a record. */
export function buildReportContext(record: ReportedRecord): ReportContext {
  const scans = completedScans(record.scans);
  const sideById = new Map(scans.map(({ id, laterality }) => [id, laterality.id]));
  const placed = record.findings
    .filter(({ deletedAt }) => deletedAt === null)
    .flatMap((finding) => {
      const side = sideById.get(finding.scan.id);
      return side === undefined ? [] : [{ finding, side }];
    })
    .toSorted((a, b) => rankOf(a.side) - rankOf(b.side) || a.finding.label - b.finding.label);
  const [first] = scans;
  const dayOf = record.dayOf ?? utcDay;
  const studyDay = dayOf(first === undefined ? record.study.createdAt : takenAt(first));
  const { priorFindings } = record;
  const withPrior = (item: PlacedFinding): ReportFinding => {
    const isLinked = record.content.priorLinks.some((link) => link.findingId === item.finding.id);
    const aiLongestUm = aiSizeOf(item.finding, record.findings);
    if (priorFindings === undefined) {
      return { ...item, prior: null, isPriorUnknown: isLinked, aiLongestUm };
    }
    const prior = linkedPrior(item, record.content, priorFindings, studyDay);
    return { ...item, prior, aiLongestUm };
  };
  return {
    content: record.content,
    studyDay,
    sex: record.patient.sex,
    ...screeningOf(record.study.indications ?? []),
    provenSides: record.provenSides ?? null,
    scans: scans.map((scan) => reportScan(scan, record.seenByScan?.[scan.id] ?? null)),
    findings: placed.filter(({ finding }) => isReported(finding)).map(withPrior),
    annotations: placed.filter(
      ({ finding }) => finding.ofReaderStudy !== true && isAnnotation(finding),
    ),
    openProposals: placed.filter(({ finding }) => isOpenProposal(finding)),
    priors: record.priors,
    readerId: record.readerId,
    unreadFindingIds: record.unreadFindingIds ?? null,
    addendumText: record.addendumText,
    lists: record.lists,
  };
}

/** Findings of models, those made in a reader study, and annotations are in no report. */
const isReported = (finding: Finding): boolean =>
  finding.generator.id === 'USER' && finding.ofReaderStudy !== true && !isAnnotation(finding);

/** Indications of the list EXAM_INDICATION that mean screening; the statistics count the same. */
function screeningOf(indications: readonly string[]): Pick<ReportContext, 'isScreening'> {
  if (indications.length === 0) return {};
  return { isScreening: indications.every((id) => SCREENING_INDICATIONS.includes(id)) };
}

const utcDay = (instant: string): string => instant.slice(0, 10);

const takenAt = ({ acquisitionTime, createdAt }: Scan): string => acquisitionTime ?? createdAt;

const rankOf = (side: Side): number => (side === 'R' ? 0 : 1);

const isOpenProposal = ({ ai, generator }: Finding): boolean =>
  generator.id !== 'USER' && ai !== null && ai.decision === null;

const reportScan = (scan: Scan, seen: number | null): ReportScan => ({
  id: scan.id,
  side: scan.laterality.id,
  name: scan.label,
  acquiredAt: scan.acquisitionTime,
  nipple: scan.nippleLocation === null ? 'missing' : 'confirmed',
  seen,
});
