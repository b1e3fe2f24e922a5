import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { type AiRun, type newAiRunSchema, type routes, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { FileOwner } from '../../files/scan-files/file-stage.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';
import { rejectIfFindingsOfScanSigned } from '../reports/reject-if-signed.ts';
import { scanById } from '../scans/scan-rows.ts';
import { isClosedScan, rejectAiInCase } from '../shared/open-reading.ts';
import { unpagedList } from '../shared/paging.ts';
import { aiRuns, toAiRun } from './ai-run-rows.ts';
import { hasSameMasks, storeMasks, validateMasks } from './finding-masks.ts';
import { insertAiRun } from './insert-ai-run.ts';

/**
 * Stores a run of a model with its findings and their masks; a repeated call returns the stored run.
 * @param store null stores no files and refuses masks
 */
export async function createAiRun(
  store: FileStore | null,
  call: CallOf<typeof routes.createAiRun>,
): Promise<AiRun | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { scanId } = params;
  const signedError = await rejectIfFindingsOfScanSigned(db, principal, scanId);
  if (signedError !== null) return signedError;
  if (await isClosedScan(db, principal, scanId)) return notFound('SCAN_NOT_FOUND');
  const inCase = await rejectAiInCase(db, principal, scanId);
  if (inCase !== null) return inCase;
  addAuditSubject({ id: body.id, scanId, count: String(body.findings.length) });
  return storeAiRun(db, store, { organizationId, scanId, createdBy: actorIdOf(principal) }, body);
}

/**
 * Stores a run with its findings and their masks in the caller's transaction, which must roll back
 * on an error. A run that is stored already with the same content is returned unchanged.
 */
export async function storeAiRun(
  db: Kysely<Database>,
  store: FileStore | null,
  owner: FileOwner,
  { masks, ...fields }: z.output<typeof newAiRunSchema>,
): Promise<AiRun | ErrorResponse> {
  const { organizationId, scanId } = owner;
  const scan = { organizationId, scanId };
  const masked = { findings: fields.findings, masks };
  if ((await scanById(db, organizationId, scanId)) === undefined) return notFound('SCAN_NOT_FOUND');
  const invalid = await validateMasks(db, scan, masked);
  if (invalid !== null) return invalid;
  const inserted = await insertAiRun(db, { ...owner, jobId: null, fields });
  if (inserted instanceof ErrorResponse) return inserted;
  // The insert of the run has locked the scan, so no other call stores masks of it meanwhile.
  if (!inserted.isNew) {
    return (await hasSameMasks(db, scan, masked))
      ? inserted.run
      : errorResponse('Conflict', serverMessage('AI_RUN_MASKS_DIFFER'));
  }
  if (masks.length === 0) return inserted.run;
  if (store === null) return notFound('FILE_NOT_FOUND');
  await storeMasks(db, store, owner, masked);
  return inserted.run;
}

/** Lists the runs of a scan that the caller may see, newest first. */
export async function listAiRuns(call: CallOf<typeof routes.listAiRuns>) {
  const { db, params, principal, addAuditSubject } = call;
  const scan = await scanById(db, principal.organizationId, params.scanId);
  if (scan === undefined || (await isClosedScan(db, principal, params.scanId)))
    return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await aiRuns(db, principal)
    .where('scanId', '=', params.scanId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return unpagedList(rows, toAiRun);
}
