import { type Finding, routes, type Scan, type Study } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { dayTextOf, ok, type Result } from '#foundation';
import type { KnownPriorFinding } from '#report';

/** Number of newest earlier studies whose findings are read. */
const STUDIES_WITH_FINDINGS = 2;

/** An earlier completed study of the patient. */
export interface PriorStudy {
  readonly studyId: string;
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  /** Completed scans; empty for studies whose findings are not read. */
  readonly scanIds: readonly string[];
}

export interface Priors {
  /** Newest first. */
  readonly studies: readonly PriorStudy[];
  /** Findings of readers in the newest of these studies. */
  readonly findings: readonly KnownPriorFinding[];
}

/** Reads the earlier completed studies of a patient, and the findings of the newest ones. */
export async function readPriors(
  api: Pick<ApiClient, 'call'>,
  study: Pick<Study, 'id' | 'patientId' | 'createdAt'>,
): Promise<Result<Priors, CallProblem>> {
  const listed = await api.call(routes.listStudiesOfPatient, { params: { id: study.patientId } });
  if (!listed.ok) return listed;
  const earlier = listed.value.items
    .filter(({ id, state, createdAt }) => {
      return id !== study.id && state === 'C' && createdAt < study.createdAt;
    })
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const studies: PriorStudy[] = [];
  const findings: KnownPriorFinding[] = [];
  for (const [idx, { id, createdAt }] of earlier.entries()) {
    const read =
      idx < STUDIES_WITH_FINDINGS ? await readStudy(api, id) : ok({ scans: [], findings: [] });
    if (!read.ok) return read;
    const { scans } = read.value;
    const day = dayTextOf(scans[0]?.acquisitionTime ?? createdAt);
    studies.push({ studyId: id, day, scanIds: scans.map((scan) => scan.id) });
    findings.push(...placedFindings(read.value, id, day));
  }
  return ok({ studies, findings });
}

interface ReadStudy {
  readonly scans: readonly Scan[];
  readonly findings: readonly Finding[];
}

async function readStudy(
  api: Pick<ApiClient, 'call'>,
  studyId: string,
): Promise<Result<ReadStudy, CallProblem>> {
  const scans = await api.call(routes.listCompletedScansOfStudy, { params: { studyId } });
  if (!scans.ok) return scans;
  const lists = await Promise.all(
    scans.value.items.map(({ id }) => api.call(routes.listFindings, { params: { scanId: id } })),
  );
  const findings: Finding[] = [];
  for (const list of lists) {
    if (!list.ok) return list;
    findings.push(...list.value.items);
  }
  return ok({ scans: scans.value.items, findings });
}

function placedFindings(
  { scans, findings }: ReadStudy,
  studyId: string,
  day: string,
): readonly KnownPriorFinding[] {
  return findings.flatMap((finding) => {
    const scan = scans.find(({ id }) => id === finding.scan.id);
    const isReported = finding.generator.id === 'USER' && finding.deletedAt === null;
    if (scan === undefined || !isReported) return [];
    return [{ finding, side: scan.laterality.id, studyId, day }];
  });
}
