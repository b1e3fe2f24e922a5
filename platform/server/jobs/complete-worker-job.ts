import { type FieldError, fieldError, type ProposedFinding, type routes } from '#contracts';
import type { JobRow, ScanFileRow } from '../database/schema.ts';
import type { StagedFile } from '../extension/server-extension.ts';
import { scanFileById } from '../files/rows/scan-file-rows.ts';
import { FileStage } from '../files/scan-files/file-stage.ts';
import type { CallOf } from '../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  problemMessage,
  ValidationErrorResponse,
} from '../http/error-response.ts';
import { insertAiRun } from '../records/findings/insert-ai-run.ts';
import { rejectIfFindingsOfScanSigned } from '../records/reports/reject-if-signed.ts';
import type { FileStore } from '../store/index.ts';
import { endJob } from './job-rows.ts';
import { leaseEnded } from './lease-ended.ts';
import { lockWorkerLease, type WorkerLeaseRow } from './lock-worker-lease.ts';
import { maskFiles } from './worker-masks.ts';

type CompleteCall = CallOf<typeof routes.completeJob>;

/**
 * Stores all results of a worker and completes its job in one transaction. A repeated call returns
 * the completed job. A job that a reader has stopped ends as CANCELLED without results. Rejects the
 * result of an earlier lease.
 */
export async function completeWorkerJob(
  call: CompleteCall,
  store: FileStore,
): Promise<JobRow | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const job = await lockWorkerLease(db, principal, { ...body, id: params.id });
  if (job instanceof ErrorResponse) return job;
  addAuditSubject({ scanId: job.entityId, jobType: job.jobType });
  if (job.status === 'COMPLETED') return job;
  if (job.status !== 'IN_PROGRESS') return leaseEnded();
  const status = job.cancelRequested ? 'CANCELLED' : 'COMPLETED';
  const ended = await endJob(db, job, { status });
  if (ended === null) return leaseEnded();
  if (status === 'CANCELLED') return ended;
  const error = (await storeRun(call, job)) ?? (await storeMasks(call, job, store));
  return error ?? ended;
}

/** Stores the run of the model with its findings, unless a signed report covers the scan. */
async function storeRun(
  { db, body, principal, addAuditSubject }: CompleteCall,
  job: WorkerLeaseRow,
): Promise<ErrorResponse | null> {
  if (body.run === null) return null;
  const { organizationId, entityId: scanId, id: jobId } = job;
  const signedError = await rejectIfFindingsOfScanSigned(db, principal, scanId);
  if (signedError !== null) return signedError;
  const { run: fields } = body;
  addAuditSubject({ runId: fields.id, count: String(fields.findings.length) });
  const owner = { organizationId, scanId, jobId, createdBy: principal.tokenId };
  const run = await insertAiRun(db, { ...owner, fields });
  return run instanceof ErrorResponse ? inField('run.', run) : null;
}

/** Names the fields of a rejected part as fields of the call. */
function inField(prefix: string, error: ErrorResponse): ErrorResponse {
  if (!(error instanceof ValidationErrorResponse)) return error;
  return new ValidationErrorResponse(
    error.errors.map((fieldError) => ({ ...fieldError, field: `${prefix}${fieldError.field}` })),
  );
}

async function storeMasks(
  { db, body, principal }: CompleteCall,
  job: WorkerLeaseRow,
  store: FileStore,
): Promise<ErrorResponse | null> {
  const { masks, run } = body;
  if (masks.length === 0) return null;
  const findings = run?.findings ?? [];
  const unknown = findingErrors(masks, findings);
  if (unknown.length > 0) return new ValidationErrorResponse(unknown);
  const { organizationId, entityId: scanId, id: jobId } = job;
  const stage = new FileStage(store);
  for (const [idx, mask] of masks.entries()) {
    const volume = await scanFileById(db, organizationId, mask.volumeFileId);
    const finding = findings.find(({ id }) => id === mask.findingId) ?? null;
    const files = isVolumeOf(volume, scanId)
      ? await maskFiles(mask, idx, { volume, jobId, finding })
      : notFound('VOLUME_NOT_FOUND');
    const error = files instanceof ErrorResponse ? files : await addFiles(stage, files);
    if (error !== null) {
      await stage.discard();
      return error;
    }
  }
  await stage.insert(db, { organizationId, scanId, createdBy: principal.tokenId });
  return null;
}

/** Returns errors for masks of findings that the run does not have, or that have a mask already. */
function findingErrors(
  masks: CompleteCall['body']['masks'],
  findings: readonly ProposedFinding[],
): readonly FieldError[] {
  const free = new Set(findings.map(({ id }) => id));
  return masks.flatMap(({ findingId }, idx) =>
    findingId === null || free.delete(findingId)
      ? []
      : [fieldError(`masks.${idx}.findingId`, 'MASK_FINDING')],
  );
}

async function addFiles(
  stage: FileStage,
  files: readonly StagedFile[],
): Promise<ErrorResponse | null> {
  for (const file of files) {
    const staged = await stage.add(file);
    if (!staged.ok) return errorResponse('Unavailable', problemMessage(staged.problem));
  }
  return null;
}

/** Returns whether the row is a volume of the scan; a newer volume may have replaced it meanwhile. */
function isVolumeOf(row: ScanFileRow | null, scanId: string): row is ScanFileRow {
  return row?.scanId === scanId && row.fileCategory === 'VOLUME3D';
}
