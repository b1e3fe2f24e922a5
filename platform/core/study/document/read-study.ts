import type { ApiClient } from '#api-client';
import { type Patient, routes, type Scan, type Study } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { studyTexts } from '../../texts/study-texts.ts';

export interface StudyData {
  readonly study: Study;
  /** Null unless the caller may see patients. */
  readonly patient: Patient | null;
  /** Newest acquisition first. */
  readonly scans: readonly Scan[];
}

export async function readStudy(api: ApiClient, studyId: string): Promise<Result<StudyData>> {
  const [study, scans] = await Promise.all([
    api.call(routes.getStudy, { params: { id: studyId } }),
    api.call(routes.listScansOfStudy, { params: { studyId } }),
  ]);
  if (!study.ok) return study;
  if (!scans.ok) return scans;
  const patient = await api.call(routes.getPatient, { params: { id: study.value.patientId } });
  // Blind annotators may not see the patient (403), but may read the scans.
  if (!patient.ok && patient.problem.status !== 403) return patient;
  return ok({
    study: study.value,
    patient: patient.ok ? patient.value : null,
    scans: scans.value.items,
  });
}

/** Returns the requested scan, by default the newest; null for an empty study. */
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

/**
 * Returns the version of the scan with the higher number, because responses may arrive out of
 * order.
 */
export function newerScan(known: readonly Scan[], received: Scan): Scan {
  const current = known.find(({ id }) => id === received.id);
  return current !== undefined && current.version > received.version ? current : received;
}
