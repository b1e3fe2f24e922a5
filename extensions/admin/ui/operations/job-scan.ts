import type { Job, ListedJob } from '#contracts';
import { jobTexts } from '../../texts/operation-texts.ts';

/** A job with scan and patient, where the list of the server has them. */
export type ShownJob = Job & Partial<Pick<ListedJob, 'scan'>>;

/** Returns the last 8 characters of an id, which distinguish the records of a list. */
const shortId = (id: string): string => id.slice(-8);

/** Returns the name of the patient, else the code; null if the list has no patient. */
export function patientText({ scan }: ShownJob): string | null {
  if (scan === undefined) return null;
  const { id, code, name } = scan.patient;
  return name ?? code ?? jobTexts.noCode(shortId(id));
}

/** Returns label and patient of the scan, `R2 (Example, Ann)`; else the end of its id. */
export function scanText(job: ShownJob): string {
  const { scan, entityId } = job;
  return scan === undefined ? shortId(entityId) : `${scan.label} (${patientText(job)})`;
}
