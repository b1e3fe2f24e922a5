import { type Patient, routes, type Scan, type Study } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import type { ApiClient } from '../../services/api/api-client.ts';
import { studyTexts } from '../../texts/study-texts.ts';

export interface StudyData {
  readonly study: Study;
  /** Null for those who may not know who it is. */
  readonly patient: Patient | null;
  /** Newest acquisition first. */
  readonly scans: readonly Scan[];
}

/** Reads a study with its patient and scans. */
export async function readStudy(api: ApiClient, studyId: string): Promise<Result<StudyData>> {
  const [study, scans] = await Promise.all([
    api.call(routes.getStudy, { params: { id: studyId } }),
    api.call(routes.listScansOfStudy, { params: { studyId } }),
  ]);
  if (!study.ok) return study;
  if (!scans.ok) return scans;
  const patient = await api.call(routes.getPatient, { params: { id: study.value.patientId } });
  // Blind annotators are told no identity (403); the scans can be read all the same.
  if (!patient.ok && patient.problem.status !== 403) return patient;
  return ok({
    study: study.value,
    patient: patient.ok ? patient.value : null,
    scans: scans.value.items,
  });
}

/** The scan to show: the wanted one, or the newest when none is named; null in an empty study. */
export function targetScan(
  scans: readonly Scan[],
  requestedId: string | null,
): Result<string | null> {
  if (requestedId === null) return ok(scans[0]?.id ?? null);
  if (scans.some((scan) => scan.id === requestedId)) return ok(requestedId);
  return fail(
    problem(
      'SCAN_NOT_FOUND',
      studyTexts.foreignScan.title,
      studyTexts.foreignScan.detail(scans.length, requestedId),
      studyTexts.foreignScan.next,
    ),
  );
}

/** Answers may overtake each other: a nipple that was set must not give way to the one before. */
export function newerScan(known: readonly Scan[], received: Scan): Scan {
  const current = known.find(({ id }) => id === received.id);
  return current !== undefined && current.version > received.version ? current : received;
}
