import { sql } from 'kysely';
import type { ListedJob } from '#contracts';
import type { JobRow } from '../database/schema.ts';
import { type jobsOf, toJob } from './job-rows.ts';

interface ListedJobRow extends JobRow {
  readonly scan: ListedJob['scan'];
}

/** Scan and patient of a job; a patient is shown by name only to callers who may see patients. */
const SCAN_OF_JOB = sql<ListedJob['scan']>`(
  select jsonb_build_object('label', scan.label, 'studyId', scan.study_id,
    'patient', jsonb_build_object('id', patient.id, 'code', patient.code,
      'name', concat_ws(', ', patient.last_name, nullif(patient.first_name, ''))))
  from scan join patient
    on patient.organization_id = scan.organization_id and patient.id = scan.patient_id
  where scan.organization_id = job.organization_id and scan.id = job.entity_id)`;

/** Adds scan and patient to each job. */
export function withScans(jobs: ReturnType<typeof jobsOf>) {
  return jobs.select(SCAN_OF_JOB.as('scan'));
}

export function toListedJob(row: ListedJobRow, mayName: boolean): ListedJob {
  const { patient, ...scan } = row.scan;
  const shown = mayName ? patient : { ...patient, name: null };
  return { ...toJob(row), scan: { ...scan, patient: shown } };
}
