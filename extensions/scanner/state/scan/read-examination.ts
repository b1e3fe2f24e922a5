import { type HardCodedList, type Patient, routes, type Study, translateList } from '#contracts';
import type { ApiClient } from '#core';
import { type Clock, ok, type Result } from '#foundation';
import { isSameVisit } from './same-visit.ts';
import type { JoinableStudy } from './study-choice.ts';

export interface ExaminationInfo {
  readonly patient: Patient;
  /** Studies of this visit, then older ones without scans; each newest first. */
  readonly studies: readonly JoinableStudy[];
  /** Labels of indications by id; empty if the lists could not be read. */
  readonly indications: ReadonlyMap<string, string>;
}

/** Maximum number of older studies without scans that are offered. */
const MAX_OLDER_STUDIES = 3;

function indicationLabels(lists: readonly HardCodedList[]): ReadonlyMap<string, string> {
  const list = lists.find(({ listId }) => listId === 'EXAM_INDICATION');
  const items = list === undefined ? [] : translateList(list).items;
  return new Map(items.map(({ id, label }) => [id, label]));
}

/** Reads the patient, and the studies that a scan can join. */
export async function readExamination(
  api: ApiClient,
  clock: Clock,
  patientId: string,
): Promise<Result<ExaminationInfo>> {
  const params = { id: patientId };
  const [patient, studies, lists] = await Promise.all([
    api.call(routes.getPatient, { params }),
    api.call(routes.listStudiesOfPatient, { params }),
    api.call(routes.listLists, {}),
  ]);
  if (!patient.ok) return patient;
  if (!studies.ok) return studies;
  const joinable = await readJoinable(api, clock.now(), studies.value.items);
  if (!joinable.ok) return joinable;
  // Without the lists, indications are shown by their ids.
  const indications = lists.ok ? indicationLabels(lists.value.items) : new Map<string, string>();
  return ok({ patient: patient.value, studies: joinable.value, indications });
}

/** Returns whether a study's report is signed and no addendum is open. */
async function readSigned(api: ApiClient, studyId: string): Promise<Result<boolean>> {
  const reports = await api.call(routes.listReportsOfStudy, {
    params: { id: studyId },
    query: {},
  });
  // A role without reports may record scans; the server rejects a scan of a signed study.
  if (!reports.ok && reports.problem.status === 403) return ok(false);
  if (!reports.ok) return reports;
  const { items } = reports.value;
  const isAddendumOpen = items.some(
    ({ state, signedAt }) => state === 'ADDENDUM' && signedAt === null,
  );
  return ok(!isAddendumOpen && items.some(({ signedAt }) => signedAt !== null));
}

/** Reads scans and signatures of the studies that a scan can join. */
async function readJoinable(
  api: ApiClient,
  nowMs: number,
  studies: readonly Study[],
): Promise<Result<readonly JoinableStudy[]>> {
  const ofVisit = studies.filter((study) => isSameVisit(study, nowMs));
  const older = studies.filter((study) => study.state === 'N' && !ofVisit.includes(study));
  const joinable: JoinableStudy[] = [];
  for (const study of [...ofVisit, ...older.slice(0, MAX_OLDER_STUDIES)]) {
    const scans = await api.call(routes.listScansOfStudy, { params: { studyId: study.id } });
    if (!scans.ok) return scans;
    const { items } = scans.value;
    const isOfVisit = ofVisit.includes(study);
    if (!isOfVisit && items.length > 0) continue;
    const signed = await readSigned(api, study.id);
    if (!signed.ok) return signed;
    joinable.push({ study, scans: items, isOfVisit, isSigned: signed.value });
  }
  return ok(joinable);
}
