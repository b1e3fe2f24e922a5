import { type Finding, routes, type Scan, type Study } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { isAnnotation } from '#findings';
import { dayTextOf, ok, type Result } from '#foundation';
import type { KnownPriorFinding, Side } from '#report';

/** Number of newest earlier studies whose findings are read. */
const MAX_READ_STUDIES = 5;
/** Number of newest studies whose scans are read for the time of the exam. */
const MAX_TIMED_STUDIES = 30;

/** An earlier completed study of the patient. */
export interface PriorStudy {
  readonly studyId: string;
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  /** Completed scans; null if they are not read. */
  readonly scanIds: readonly string[] | null;
}

export interface Priors {
  /** Newest first. */
  readonly studies: readonly PriorStudy[];
  /** Findings of readers in the newest of these studies; null if one could not be read. */
  readonly findings: readonly KnownPriorFinding[] | null;
  /** Breasts with a malignant outcome of one of these findings; null if unknown. */
  readonly provenSides: ReadonlySet<Side> | null;
}

/**
 * Reads the earlier completed studies of a patient, and scans and findings of the newest ones. Fails
 * only without the list of studies, because one unreadable scan must not hide that there are priors.
 */
export async function readPriors(
  api: Pick<ApiClient, 'call'>,
  study: Pick<Study, 'id' | 'patientId' | 'createdAt'>,
): Promise<Result<Priors, CallProblem>> {
  const listed = await api.call(routes.listStudiesOfPatient, { params: { id: study.patientId } });
  if (!listed.ok) return listed;
  const others = listed.value.items
    .filter(({ id, state }) => id !== study.id && state === 'C')
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const timed = await Promise.all(others.map((other, idx) => withTime(api, other, idx)));
  const earlier = timed
    .filter(({ takenAt }) => takenAt < study.createdAt)
    .toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  const newest = earlier.slice(0, MAX_READ_STUDIES);
  const lists = await Promise.all(newest.map(({ scans }) => readFindings(api, scans)));
  const studies = earlier.map(({ id, scans, takenAt }, idx): PriorStudy => {
    const isRead = idx < MAX_READ_STUDIES;
    const scanIds = isRead ? (scans?.map((scan) => scan.id) ?? null) : null;
    return { studyId: id, day: dayTextOf(takenAt), scanIds };
  });
  const findings = newest.flatMap(({ id, scans, takenAt }, idx) =>
    placedFindings({ scans: scans ?? [], findings: lists[idx] ?? [] }, id, dayTextOf(takenAt)),
  );
  // An unreadable study may be an earlier exam that was imported later.
  const isComplete = timed.every(({ isUnknown }) => !isUnknown) && !lists.includes(null);
  const provenSides = isComplete ? await readProvenSides(api, findings) : null;
  return ok({ studies, findings: isComplete ? findings : null, provenSides });
}

interface TimedStudy {
  readonly id: string;
  /** Completed scans; null if they are not read or could not be read. */
  readonly scans: readonly Scan[] | null;
  /** True if the scans could not be read. */
  readonly isUnknown: boolean;
  /** Of its scan; an exam may be imported into a study that is made after the current one. */
  readonly takenAt: string;
}

async function withTime(
  api: Pick<ApiClient, 'call'>,
  { id, createdAt }: Pick<Study, 'id' | 'createdAt'>,
  idx: number,
): Promise<TimedStudy> {
  if (idx >= MAX_TIMED_STUDIES) return { id, scans: null, isUnknown: false, takenAt: createdAt };
  const read = await api.call(routes.listCompletedScansOfStudy, { params: { studyId: id } });
  const scans = read.ok ? read.value.items : null;
  const takenAt = scans?.[0]?.acquisitionTime ?? createdAt;
  return { id, scans, isUnknown: scans === null, takenAt };
}

/** Lowest score of a finding of which a biopsy is usual. */
const SUSPICIOUS_SCORE = 5;

/** Reads the outcomes of suspicious findings; null if one could not be read. */
async function readProvenSides(
  api: Pick<ApiClient, 'call'>,
  findings: readonly KnownPriorFinding[],
): Promise<ReadonlySet<Side> | null> {
  const sides = new Set<Side>();
  for (const { finding, side } of findings) {
    if ((finding.biradsScore ?? 0) < SUSPICIOUS_SCORE || sides.has(side)) continue;
    const outcomes = await api.call(routes.listOutcomes, { params: { id: finding.id } });
    if (!outcomes.ok) return null;
    const isMalignant = outcomes.value.items.some(
      ({ result, deletedAt }) => result === 'MALIGNANT' && deletedAt === null,
    );
    if (isMalignant) sides.add(side);
  }
  return sides;
}

interface ReadStudy {
  readonly scans: readonly Scan[];
  readonly findings: readonly Finding[];
}

/** Returns null if the findings of a scan could not be read, or the scans are unknown. */
async function readFindings(
  api: Pick<ApiClient, 'call'>,
  scans: readonly Scan[] | null,
): Promise<readonly Finding[] | null> {
  if (scans === null) return null;
  const lists = await Promise.all(
    scans.map(({ id }) => api.call(routes.listFindings, { params: { scanId: id } })),
  );
  const findings: Finding[] = [];
  for (const list of lists) {
    if (!list.ok) return null;
    findings.push(...list.value.items);
  }
  return findings;
}

function placedFindings(
  { scans, findings }: ReadStudy,
  studyId: string,
  day: string,
): readonly KnownPriorFinding[] {
  return findings.flatMap((finding) => {
    const scan = scans.find(({ id }) => id === finding.scan.id);
    const isReported =
      finding.generator.id === 'USER' &&
      finding.ofReaderStudy !== true &&
      finding.deletedAt === null &&
      !isAnnotation(finding);
    if (scan === undefined || !isReported) return [];
    return [{ finding, side: scan.laterality.id, studyId, day }];
  });
}
