import type { CaseReading, NewReaderStudy, ReaderStudy } from '#contracts';
import { newId } from '#foundation';
import type { TenantCalls } from './tenant-calls.ts';

/** Returns the body of a reader study of these cases, read by the blind annotator. */
export const aReaderStudy = (
  calls: TenantCalls,
  studyIds: readonly string[],
  fields: Partial<NewReaderStudy> = {},
): NewReaderStudy => ({
  name: `Reader study ${newId()}`,
  filter: { studyIds: [...studyIds] },
  order: 'FIXED',
  readerIds: [calls.tenants.ownOrg.accountOf('BLIND_ANNOTATOR').id],
  ...fields,
});

/** Creates a reader study and opens it. */
export async function openReaderStudy(
  calls: TenantCalls,
  ...study: [studyIds: readonly string[], fields?: Partial<NewReaderStudy>]
): Promise<ReaderStudy> {
  const body = aReaderStudy(calls, ...study);
  const { id } = await calls.must<ReaderStudy>('ADMIN', 'POST', '/reader-studies', { body });
  return calls.must<ReaderStudy>('ADMIN', 'POST', `/reader-studies/${id}/actions/open`);
}

/** Closes a reader study, so that its cases can be opened again and no case stays open. */
export const closeReaderStudy = (calls: TenantCalls, { id }: Pick<ReaderStudy, 'id'>) =>
  calls.must<ReaderStudy>('ADMIN', 'POST', `/reader-studies/${id}/actions/close`);

export type ReaderRole = 'BLIND_ANNOTATOR' | 'PHYSICIAN';

/** Opens the next case. */
export const startCase = (
  calls: TenantCalls,
  { id }: Pick<ReaderStudy, 'id'>,
  role: ReaderRole = 'BLIND_ANNOTATOR',
) => calls.as<CaseReading>(role, 'POST', `/reader-studies/${id}/actions/start`);

/** Completes a case with one rating of the right breast, and these of findings. */
export const completeCase = (
  calls: TenantCalls,
  { id }: Pick<CaseReading, 'id'>,
  fields: object = {},
  role: ReaderRole = 'BLIND_ANNOTATOR',
) =>
  calls.as<CaseReading>(role, 'POST', `/reader-studies/readings/${id}/actions/complete`, {
    body: {
      breasts: [{ laterality: 'R', biradsScore: 5, suspicion: 60 }],
      findings: [],
      activeMs: 0,
      ...fields,
    },
  });
